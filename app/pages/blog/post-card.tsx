import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import type { PostCardData } from "./query.ts";
import { PostFacts, PostTags } from "./post-facts.tsx";

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
