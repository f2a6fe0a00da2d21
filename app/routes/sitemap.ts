import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadContent } from "../content/load.server.ts";
import { sitemapQuery } from "../content/site-query.ts";
import { FEED } from "../platform/cache-control.ts";
import { sitemap } from "../layout/sitemap.ts";

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const xml = sitemap(context.services.env.publicUrl, await loadContent(context, sitemapQuery));
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": FEED },
  });
}
