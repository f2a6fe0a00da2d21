import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { PostCardData } from "./query.ts";

interface PostCardProps {
  post: PostCardData;
  /** Level of the title in the page's outline. */
  level: 2 | 3;
}

/** An article as one target: picture, title, two lines of what it says. */
export function PostCard({ post, level }: PostCardProps) {
  const edit = useEditable();
  const Title = level === 2 ? "h2" : "h3";
  return (
    <article {...edit({ id: post._id, type: "post", path: "excerpt" })} className="group relative">
      {post.coverImage ? (
        <ContentImage
          image={post.coverImage}
          sizes="(min-width: 80rem) 576px, (min-width: 48rem) 50vw, 100vw"
          size="postCard"
          className="rounded-xl border border-line"
        />
      ) : null}
      <div className="mt-6">
        <PostTags tags={post.tags} />
        <Title className="mt-2 text-2xl">
          <PostLink post={post} />
        </Title>
        <p className="mt-3 max-w-[56ch] text-ink-soft">{post.excerpt}</p>
        <p className="figures mt-4 text-sm text-ink-faint">
          <PostFacts post={post} />
        </p>
      </div>
    </article>
  );
}

/** The link of a card; it covers the whole card for the pointer and is only its title for a reader. */
export function PostLink({ post }: Pick<PostCardProps, "post">) {
  return (
    <Link
      to={`/blog/${post.slug}`}
      prefetch="intent"
      className="decoration-1 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
    >
      {post.title}
    </Link>
  );
}

interface PostFactsProps {
  post: Pick<PostCardData, "publishedAt" | "publishedOn" | "words">;
  /** Who wrote it, where that is to be said. */
  author?: string | null;
}

/** Who, when, and how long it takes to read. */
export function PostFacts({ post, author }: PostFactsProps) {
  const { publishedAt, publishedOn, words } = post;
  return (
    <Facts
      items={[
        author,
        <time key="date" dateTime={publishedAt}>
          {publishedOn}
        </time>,
        `${readingMinutes(words)} min read`,
      ]}
    />
  );
}

/** What an article is about, in a line of words. */
export function PostTags({ tags }: Pick<PostCardData, "tags">) {
  if (tags.length === 0) return null;
  return (
    <p className="text-sm font-semibold text-accent">
      <Facts items={tags} />
    </p>
  );
}

/** Words an adult reads in a minute, a little below the average so that nobody feels slow. */
const WORDS_PER_MINUTE = 220;

/** Whole minutes to read so many words; one at least. */
export function readingMinutes(words: number | null): number {
  return Math.max(1, Math.round((words ?? 0) / WORDS_PER_MINUTE));
}
