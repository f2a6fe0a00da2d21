import { Link } from "@remix-run/react";
import { ContentImage } from "../content/image.tsx";
import { PortableText } from "../content/portable-text.tsx";
import type { PostAuthor, PostData } from "../content/queries/blog.ts";
import { Container } from "../ui/container.tsx";
import { PostFacts, PostTags } from "./post-facts.tsx";

/** One article: what it is about, who wrote it and when, and its text in a narrow measure. */
export function Article({ post }: { post: PostData }) {
  return (
    <article className="pt-[clamp(2rem,1.25rem+3vw,4rem)] pb-(--section)">
      <Container width="text">
        <Link
          to="/blog"
          prefetch="intent"
          className="-ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-sm font-semibold text-ink-soft underline-offset-4 hover:text-accent hover:underline"
        >
          <span aria-hidden="true">←</span> All articles
        </Link>
        <header className="mt-6">
          <PostTags tags={post.tags} />
          <h1 className="tight mt-4 text-4xl">{post.title}</h1>
          <p className="mt-6 text-lg text-ink-soft">{post.excerpt}</p>
          <Byline post={post} />
        </header>
      </Container>
      {post.coverImage ? (
        <Container className="mt-12">
          <ContentImage
            image={post.coverImage}
            sizes="(min-width: 80rem) 1200px, 100vw"
            widths={[480, 768, 1200, 1600]}
            aspect={16 / 9}
            priority
            className="mx-auto max-w-[64rem] rounded-xl border border-line"
          />
        </Container>
      ) : null}
      <Container width="text" className="mt-14">
        <div className="prose">
          <PortableText value={post.body} />
        </div>
        {post.author?.bio ? <AboutAuthor {...post.author} /> : null}
      </Container>
    </article>
  );
}

function Byline({ post }: { post: PostData }) {
  return (
    <div className="mt-8 flex items-center gap-4">
      {post.author?.image ? <Portrait image={post.author.image} /> : null}
      <p className="text-sm text-ink-faint">
        {post.author ? <span className="block font-semibold text-ink">{post.author.name}</span> : null}
        <span className="figures">
          <PostFacts {...post} />
        </span>
      </p>
    </div>
  );
}

function AboutAuthor({ name, role, bio, image }: PostAuthor) {
  return (
    <aside aria-label="About the author" className="mt-16 flex gap-5 border-t border-line pt-8">
      {image ? <Portrait image={image} /> : null}
      <div>
        <p className="font-semibold">{name}</p>
        {role ? <p className="text-sm text-accent">{role}</p> : null}
        <p className="mt-2 text-base text-ink-soft">{bio}</p>
      </div>
    </aside>
  );
}

/** The name stands beside it, so the picture says nothing of its own to a screen reader. */
function Portrait({ image }: { image: NonNullable<PostAuthor["image"]> }) {
  return (
    <ContentImage
      image={{ ...image, alt: "" }}
      sizes="56px"
      widths={[56, 112, 168]}
      aspect={1}
      className="size-14 flex-none rounded-full"
    />
  );
}
