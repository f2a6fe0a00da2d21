import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadContent } from "../content/load.server.ts";
import { siteQuery } from "../content/site-query.ts";
import { FEED } from "../platform/cache-control.ts";

/** The web app manifest, so that a site put on a home screen carries the company's name and mark. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { settings } = await loadContent(context, siteQuery);
  if (!settings) throw new Response("The site has no settings yet.", { status: 503 });
  const manifest = {
    name: settings.companyName,
    short_name: settings.companyName.split(" ")[0],
    description: settings.tagline,
    id: "/",
    start_url: "/",
    lang: "en-US",
    display: "browser",
    background_color: "#fbfbf8",
    theme_color: "#fbfbf8",
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": FEED },
  });
}
