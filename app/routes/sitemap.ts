import { loadContent } from "../content/load.server.ts";
import { sitemapQuery } from "../content/queries/sitemap.ts";
import { FEED } from "../platform/cache-control.ts";
import { env } from "../platform/env.instance.server.ts";
import { sitemap } from "../site/sitemap.ts";

export async function loader(): Promise<Response> {
  const xml = sitemap(env.publicUrl, await loadContent(sitemapQuery));
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": FEED },
  });
}
