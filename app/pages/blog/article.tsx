import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { useTexts } from "../../content/use-texts.ts";
import READING from "../../model/texts/reading.json" with { type: "json" };
import { Container, Section } from "../../ui/container.tsx";
import { PostFacts, PostTags, PostCard } from "./post-card.tsx";
import type { PostAuthor, PostData, PostCardData } from "./query.ts";

/** One article: tags, title, author and date, and its text in a narrow column. */
export function Article({ post }: { post: PostData }) {
  const edit = useEditable();
  const words = useTexts(READING);
  const shows = (path: string) => ({ id: post._id, type: "post", path });
  return (
    <article className="pt-[clamp(1.5rem,1rem+2vw,3rem)] pb-(--section)">
      <Container>
        <Link
          to="/blog"
          prefetch="intent"
          className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-ink-soft underline-offset-4 hover:text-accent hover:underline"
        >
          <span aria-hidden="true">←</span> {words.allArticles}
        </Link>
        <header className="mt-6">
          <PostTags tags={post.tags} />
          <h1 {...edit(shows("title"))} className="tight mt-4 max-w-[20ch] text-4xl">
            {post.title}
          </h1>
          <p {...edit(shows("excerpt"))} className="mt-6 max-w-[54ch] text-lg text-balance text-ink-soft">
            {post.excerpt}
          </p>
          <p className="figures mt-6 text-sm text-ink-faint">
            <PostFacts post={post} author={post.author?.name ?? null} />
          </p>
        </header>
        {post.coverImage ? (
          <ContentImage
            image={post.coverImage}
            shows={shows("coverImage")}
            sizes="(min-width: 80rem) 1200px, 100vw"
            size="articleCover"
            priority
            className="mt-12 rounded-xl border border-line"
          />
        ) : null}
        <div className="mt-14 grid gap-x-16 gap-y-16 lg:grid-cols-[1fr_3fr]">
          {post.author ? <Author {...post.author} /> : <div />}
          <div {...edit(shows("body"))} className="prose min-w-0">
            <PortableText value={post.body} />
          </div>
        </div>
      </Container>
    </article>
  );
}

/** Beside the text on wide screens, below it on narrow ones. */
function Author({ _id, name, role, bio, image }: PostAuthor) {
  const edit = useEditable();
  const shows = (path: string) => ({ id: _id, type: "author", path });
  return (
    <aside
      {...edit(shows("name"))}
      aria-label="About the author"
      className="max-lg:order-last max-lg:border-t max-lg:border-line max-lg:pt-8 lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:self-start"
    >
      {image ? (
        <ContentImage
          image={image}
          shows={shows("image")}
          sizes="72px"
          size="author"
          className="size-18 rounded-full"
        />
      ) : null}
      <p className="mt-4 font-semibold">{name}</p>
      {role ? <p className="text-sm text-accent">{role}</p> : null}
      {bio ? <p className="mt-3 max-w-[44ch] text-sm text-ink-soft">{bio}</p> : null}
    </aside>
  );
}

export function RelatedPosts({ posts }: { posts: readonly PostCardData[] }) {
  const words = useTexts(READING);
  if (posts.length === 0) return null;
  return (
    <Section tone="tint" className="border-t border-line" labelledBy="related-posts">
      <Container>
        <h2 id="related-posts" className="tight text-3xl">
          {words.relatedArticles}
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-14 md:grid-cols-2">
          {posts.map((post) => (
            <li key={post._id}>
              <PostCard post={post} level={3} />
            </li>
          ))}
        </ul>
      </Container>
    </Section>
  );
}
