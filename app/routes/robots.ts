import type { LoaderFunctionArgs } from "@remix-run/node";
import { FEED } from "../platform/cache-control.ts";

/**
 * Not for crawlers: what is private or no page. Pages that say noindex themselves are not here: a crawler that may not
 * read them would not learn it.
 */
const CLOSED = ["/admin", "/auth/", "/api/", "/studio", "/lake/"];

/** Pictures of the content store are on pages that may be read, so they may be too. */
const OPEN = ["/lake/images/"];

export function loader({ context }: LoaderFunctionArgs): Response {
  const lines = [
    "User-agent: *",
    ...OPEN.map((path) => `Allow: ${path}`),
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.services.env.publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": FEED },
  });
}
