import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { useTexts } from "../../content/use-texts.ts";
import PAGE_TEXTS from "../../model/texts/pages.json" with { type: "json" };
import { Container, Section } from "../../ui/container.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LineIcon } from "../../ui/line-icon.tsx";
import { PostCard, PostLink, PostFacts, PostTags } from "./post-card.tsx";
import type { PostCardData } from "./query.ts";

/** Returns the query of a page of the blog; that of the first page is empty. */
export const pageQuery = (page: number): string => (page > 1 ? `?page=${page}` : "");

interface PostListProps {
  posts: readonly PostCardData[];
  /** Number of this page, from 1, and how many there are. */
  page?: number;
  pages?: number;
}

/** The newest article in full width, the others in two columns below, and links to the pages with the older ones. */
export function PostList({ posts, page = 1, pages = 1 }: PostListProps) {
  const [newest, ...others] = posts;
  if (!newest)
    return (
      <EmptyState
        text="No articles yet. The first one will be here, and in the feed."
        to="/services"
        label="See what we do"
      />
    );
  const listed = page > 1 ? posts : others;
  return (
    <Section>
      <Container>
        {page > 1 ? null : <LeadPost post={newest} />}
        {listed.length > 0 ? (
          <ul className={`grid gap-x-8 gap-y-16 md:grid-cols-2 ${page > 1 ? "" : BELOW_LEAD}`}>
            {listed.map((post) => (
              <li key={post._id}>
                <PostCard post={post} level={2} />
              </li>
            ))}
          </ul>
        ) : null}
        {pages > 1 ? <PageLinks page={page} pages={pages} /> : null}
      </Container>
    </Section>
  );
}

const BELOW_LEAD = "mt-[calc(var(--section)*0.7)] border-t border-line pt-[calc(var(--section)*0.7)]";

function PageLinks({ page, pages }: { page: number; pages: number }) {
  const link =
    "inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline";
  return (
    <nav
      aria-label="Pages of the blog"
      className="mt-[calc(var(--section)*0.7)] flex items-center justify-between gap-6 border-t border-line pt-6"
    >
      <span className="flex-1">
        {page > 1 ? (
          <Link to={`/blog${pageQuery(page - 1)}`} rel="prev" prefetch="intent" className={link}>
            ← Newer articles
          </Link>
        ) : null}
      </span>
      <span className="figures text-sm text-ink-faint">{`Page ${page} of ${pages}`}</span>
      <span className="flex-1 text-right">
        {page < pages ? (
          <Link to={`/blog${pageQuery(page + 1)}`} rel="next" prefetch="intent" className={link}>
            Older articles →
          </Link>
        ) : null}
      </span>
    </nav>
  );
}

function LeadPost({ post }: { post: PostCardData }) {
  const edit = useEditable();
  const shows = (path: string) => ({ id: post._id, type: "post", path });
  return (
    <article
      {...edit(shows("excerpt"))}
      className="group relative grid items-center gap-x-14 gap-y-8 lg:grid-cols-12"
    >
      {post.coverImage ? (
        <ContentImage
          image={post.coverImage}
          shows={shows("coverImage")}
          sizes="(min-width: 80rem) 680px, (min-width: 64rem) 56vw, 100vw"
          size="newestPost"
          priority
          className="rounded-xl border border-line lg:col-span-7"
        />
      ) : null}
      <div className="lg:col-span-5">
        <PostTags tags={post.tags} />
        <h2 className="tight mt-3 text-3xl">
          <PostLink post={post} />
        </h2>
        <p className="mt-5 text-lg text-ink-soft">{post.excerpt}</p>
        <p className="figures mt-6 text-sm text-ink-faint">
          <PostFacts post={post} author={post.author?.name ?? null} />
        </p>
      </div>
    </article>
  );
}

/** A plain link: the feed is a file for other programs, not a page of the site. */
export function FeedLink() {
  const words = useTexts(PAGE_TEXTS);
  return (
    <a
      href="/blog/rss.xml"
      className="mt-4 inline-flex min-h-11 items-center gap-2.5 font-semibold text-accent underline-offset-4 hover:underline"
    >
      <LineIcon box={16} stroke={1.8} className="size-4">
        <path d="M2.5 2.500a11 11 0 0 1 11 11M2.5 7.500a6 6 0 0 1 6 6" />
        <circle cx="3.5" cy="12.5" r="1" fill="currentColor" />
      </LineIcon>
      {words.feed}
    </a>
  );
}
