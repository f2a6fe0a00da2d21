import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openingOf } from "../content/editable.ts";
import { loadContent, published } from "../content/load.server.ts";
import { FeedLink, pageQuery, PostList } from "../pages/blog/post-list.tsx";
import { blogQuery, POSTS_PER_PAGE, type BlogPageData, withDate } from "../pages/blog/query.ts";
import { PageHeader } from "../site/page-header.tsx";
import { pageMeta } from "../site/seo.ts";
import { breadcrumbs } from "../site/structured-data.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(matches, {
        path: "/blog",
        ...(data.page > 1 ? { query: pageQuery(data.page) } : {}),
        title: data.page > 1 ? `${data.intro.heading}, page ${data.page}` : data.intro.heading,
        description: data.intro.intro,
        seo: data.intro.seo,
        things: (site) => [breadcrumbs(site, { name: data.intro.heading, path: "/blog" })],
      })
    : [];

/** Returns the number of the page that a URL asks for. Throws a 404 Response where there can be none, such as page 0. */
function pageOf(url: string): number {
  const asked = new URL(url).searchParams.get("page") ?? "1";
  if (!/^[1-9]\d{0,3}$/.test(asked)) throw new Response("Not found", { status: 404 });
  return Number(asked);
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(request.url);
  const places = { from: (page - 1) * POSTS_PER_PAGE, to: page * POSTS_PER_PAGE };
  const ahead = context.cache.perspective !== null;
  const { intro, posts, total }: BlogPageData = await loadContent(context, blogQuery, { ahead, ...places });
  if (page > 1 && posts.length === 0) throw new Response("Not found", { status: 404 });
  const pages = Math.max(1, Math.ceil(total / POSTS_PER_PAGE));
  return { intro: published(intro), posts: posts.map(withDate), page, pages };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function Blog() {
  const { intro, posts, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader {...intro} shows={openingOf("blog")}>
        <FeedLink />
      </PageHeader>
      <PostList posts={posts} page={page} pages={pages} />
    </>
  );
}
