import type { PostCardData } from "./query.ts";
import { Facts } from "../../ui/facts.tsx";
import { readingMinutes } from "./reading-time.ts";

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
