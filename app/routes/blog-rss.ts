import { rss } from "../blog/rss.ts";
import { loadContent, published } from "../content/load.server.ts";
import { feedQuery } from "../content/queries/blog.ts";
import { FEED } from "../platform/cache-control.ts";
import { env } from "../platform/env.instance.server.ts";

export async function loader(): Promise<Response> {
  const { companyName, description, posts } = await loadContent(feedQuery);
  const channel = {
    title: published(companyName),
    description: description ?? "",
    publicUrl: env.publicUrl,
  };
  return new Response(rss(channel, posts), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": FEED },
  });
}
