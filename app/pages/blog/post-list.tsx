import { ContentImage } from "../../content/image.tsx";
import type { PostCardData } from "./query.ts";
import { Container, Section } from "../../ui/container.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PostCard, PostLink } from "./post-card.tsx";
import { PostFacts, PostTags } from "./post-facts.tsx";

/** The newest article across the page, the others in two columns under it. */
export function PostList({ posts }: { posts: readonly PostCardData[] }) {
  const [newest, ...others] = posts;
  if (!newest)
    return (
      <EmptyState
        text="No articles yet. The first one will be here, and in the feed."
        to="/services"
        label="See what we do"
      />
    );
  return (
    <Section>
      <Container>
        <LeadPost post={newest} />
        {others.length > 0 ? (
          <ul className="mt-[calc(var(--section)*0.7)] grid gap-x-8 gap-y-16 border-t border-line pt-[calc(var(--section)*0.7)] md:grid-cols-2">
            {others.map((post) => (
              <li key={post._id}>
                <PostCard post={post} level={2} />
              </li>
            ))}
          </ul>
        ) : null}
      </Container>
    </Section>
  );
}

function LeadPost({ post }: { post: PostCardData }) {
  return (
    <article className="group relative grid items-center gap-x-14 gap-y-8 lg:grid-cols-12">
      {post.coverImage ? (
        <ContentImage
          image={post.coverImage}
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
