import type { PostCardData } from "./query.ts";
import { Container, Section } from "../../ui/container.tsx";
import { PostCard } from "./post-card.tsx";

/** Where to read on. */
export function RelatedPosts({ posts }: { posts: readonly PostCardData[] }) {
  if (posts.length === 0) return null;
  return (
    <Section tone="tint" className="border-t border-line" labelledBy="related-posts">
      <Container>
        <h2 id="related-posts" className="tight text-3xl">
          Read on
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
