import type { LoaderFunctionArgs } from "@remix-run/node";
import { FEED } from "../platform/cache-control.ts";

/**
 * Paths that are private or not pages. Pages with `noindex` are not listed, because crawlers have to read them to see it.
 */
const CLOSED = ["/admin", "/auth/", "/api/", "/studio", "/lake/"];

/** Images of public pages. */
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
