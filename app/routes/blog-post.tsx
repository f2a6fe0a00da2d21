import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadContent, published } from "../content/load.server.ts";
import { orRedirect } from "../content/redirects.server.ts";
import { articlePath } from "../model/content-paths.ts";
import { Article, RelatedPosts } from "../pages/blog/article.tsx";
import { postQuery, type PostData, withDate } from "../pages/blog/query.ts";
import { article } from "../pages/blog/structured-data.ts";
import { pageMeta } from "../site/seo.ts";
import { breadcrumbs } from "../site/structured-data.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(matches, {
        path: articlePath(data.slug),
        title: data.title,
        description: data.excerpt,
        seo: data.seo,
        article: {
          publishedAt: data.publishedAt,
          modifiedAt: data._updatedAt,
          author: data.author?.name ?? null,
          tags: data.tags,
        },
        things: (site) => [
          article(site, data),
          breadcrumbs(
            site,
            { name: "Blog", path: "/blog" },
            { name: data.title, path: articlePath(data.slug) },
          ),
        ],
      })
    : [];

export async function loader(args: LoaderFunctionArgs): Promise<PostData> {
  const { context, params } = args;
  const query = { slug: params.slug ?? "", ahead: context.cache.perspective !== null };
  const post = await orRedirect(args, async () => published(await loadContent(context, postQuery, query)));
  return { ...withDate(post), related: post.related.map(withDate) };
}

export { headers, shouldRevalidate } from "../platform/http/public-page.ts";

export default function BlogPost() {
  const post = useLoaderData<typeof loader>();
  return (
    <>
      <Article post={post} />
      <RelatedPosts posts={post.related} />
    </>
  );
}
