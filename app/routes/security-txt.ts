import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadContent } from "../content/load.server.ts";
import { siteQuery } from "../content/site-query.ts";
import { FEED } from "../platform/cache-control.ts";

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** Where to report vulnerabilities (RFC 9116): the company's email. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { settings } = await loadContent(context, siteQuery);
  if (!settings) throw new Response("The site has no settings yet.", { status: 503 });
  const lines = [
    `Contact: mailto:${settings.email}`,
    `Expires: ${new Date(Date.now() + YEAR).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${context.services.env.publicUrl}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": FEED },
  });
}
