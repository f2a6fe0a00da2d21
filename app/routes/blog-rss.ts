import type { LoaderFunctionArgs } from "@remix-run/node";
import { rss } from "../pages/blog/rss.ts";
import { loadContent, published } from "../content/load.server.ts";
import { feedQuery } from "../pages/blog/query.ts";
import { FEED } from "../platform/cache-control.ts";

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { companyName, description, posts } = await loadContent(context, feedQuery);
  const channel = {
    title: published(companyName),
    description: description ?? "",
    publicUrl: context.services.env.publicUrl,
  };
  return new Response(rss(channel, posts), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": FEED },
  });
}
