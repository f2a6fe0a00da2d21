import type { PostCardData } from "../content/queries/blog.ts";
import { formatDate } from "../site/format-date.ts";
import { readingMinutes } from "./reading-time.ts";

/** When an article appeared and how long it takes to read. */
export function PostFacts({ publishedAt, words }: Pick<PostCardData, "publishedAt" | "words">) {
  return (
    <>
      <time dateTime={publishedAt}>{formatDate(publishedAt)}</time> · {readingMinutes(words)} min read
    </>
  );
}

/** What an article is about, in a line of words. */
export function PostTags({ tags }: Pick<PostCardData, "tags">) {
  if (tags.length === 0) return null;
  return <p className="text-sm font-semibold text-accent">{tags.join(" · ")}</p>;
}
