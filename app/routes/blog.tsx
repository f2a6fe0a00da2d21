import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { dated } from "../layout/dates.server.ts";
import { PageHeader } from "../layout/page-header.tsx";
import { pageMeta } from "../layout/seo.ts";
import { breadcrumbs } from "../layout/structured-data.ts";
import { FeedLink, PostList } from "../pages/blog/post-list.tsx";
import { blogQuery, type BlogPageData } from "../pages/blog/query.ts";
import { PUBLIC_PAGE } from "../platform/cache-control.ts";

export const headers: HeadersFunction = () => ({ "Cache-Control": PUBLIC_PAGE });

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(matches, {
        path: "/blog",
        title: data.intro.heading,
        description: data.intro.intro,
        seo: data.intro.seo,
        things: (site) => [breadcrumbs(site, { name: data.intro.heading, path: "/blog" })],
      })
    : [];

export async function loader({ context }: LoaderFunctionArgs) {
  const page: BlogPageData = await loadContent(context, blogQuery, { ahead: context.cache.drafts });
  return { intro: published(page.intro), posts: page.posts.map(dated) };
}

export { keepAfterPost as shouldRevalidate } from "../platform/http/route-client.ts";

export default function Blog() {
  const { intro, posts } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader {...intro} shows={openingOf("blog")}>
        <FeedLink />
      </PageHeader>
      <PostList posts={posts} />
    </>
  );
}
