import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { articlePath } from "../../model/content-paths.ts";
import { Facts } from "../../ui/facts.tsx";
import type { PostCardData } from "./query.ts";

interface PostCardProps {
  post: PostCardData;
  /** Level of the title in the page's outline. */
  level: 2 | 3;
}

/** An article as one link: image, title, two lines of its excerpt. */
export function PostCard({ post, level }: PostCardProps) {
  const edit = useEditable();
  const Title = level === 2 ? "h2" : "h3";
  return (
    <article {...edit({ id: post._id, type: "post", path: "excerpt" })} className="group relative">
      {post.coverImage ? (
        <ContentImage
          image={post.coverImage}
          shows={{ id: post._id, type: "post", path: "coverImage" }}
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

/** The link of a card. Its click area covers the whole card; screen readers only announce its title. */
export function PostLink({ post }: Pick<PostCardProps, "post">) {
  return (
    <Link
      to={articlePath(post.slug)}
      prefetch="intent"
      className="decoration-1 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
    >
      {post.title}
    </Link>
  );
}

interface PostFactsProps {
  post: Pick<PostCardData, "publishedAt" | "publishedOn" | "words">;
  author?: string | null;
}

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

export function PostTags({ tags }: Pick<PostCardData, "tags">) {
  if (tags.length === 0) return null;
  return (
    <p className="text-sm font-semibold text-accent">
      <Facts items={tags} />
    </p>
  );
}

/** Reading speed of an adult, slightly below the average. */
const WORDS_PER_MINUTE = 220;

/** Returns the whole minutes that it takes to read a number of words, at least one. */
export function readingMinutes(words: number | null): number {
  return Math.max(1, Math.round((words ?? 0) / WORDS_PER_MINUTE));
}
