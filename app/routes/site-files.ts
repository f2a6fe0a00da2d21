import type { LoaderFunctionArgs } from "@remix-run/node";
import { assetBase } from "../content/client.server.ts";
import { loadContent, published } from "../content/load.server.ts";
import { readLook } from "../content/look.server.ts";
import { iconPath } from "../content/look.ts";
import { sitemapQuery, siteQuery } from "../content/site-query.ts";
import { articlePath } from "../model/content-paths.ts";
import { LOCALE } from "../model/locale.ts";
import { feedContent } from "../pages/blog/feed-content.server.tsx";
import { feedQuery, type FeedData } from "../pages/blog/query.ts";
import { rss } from "../pages/blog/rss.ts";
import { FEED } from "../platform/cache-control.ts";
import { publicAssets } from "../site/site-data.ts";
import { sitemap } from "../site/sitemap.ts";

type Context = LoaderFunctionArgs["context"];

interface SiteFile {
  type: string;
  write: (context: Context) => string | Promise<string>;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Paths that are private or not pages. Pages with `noindex` are not listed, because crawlers have to read them to see it.
 */
const CLOSED = ["/admin", "/auth/", "/api/", "/studio", "/lake/"];

/** Images of public pages. */
const OPEN = ["/lake/images/"];

function robots({ services: { env } }: Context): string {
  return [
    "User-agent: *",
    ...OPEN.map((path) => `Allow: ${path}`),
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${env.publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}

async function siteOf(context: Context) {
  const { settings, look } = await loadContent(context, siteQuery);
  if (!settings) throw new Response("The site has no settings yet.", { status: 503 });
  return { settings, look: readLook(look, { now: new Date(), warn: () => {} }) };
}

/** Where to report vulnerabilities (RFC 9116): the company's email. */
async function securityTxt(context: Context): Promise<string> {
  const { email } = (await siteOf(context)).settings;
  const { publicUrl } = context.services.env;
  // A line break would begin a field of its own.
  const contact = /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${email}` : `${publicUrl}/contact`;
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** The web app manifest, so that a site put on a home screen carries the company's name and mark. */
async function manifest(context: Context): Promise<string> {
  const { settings, look } = await siteOf(context);
  const { companyName, tagline } = settings;
  const icon = (name: string, sizes: string, more = {}) => ({
    src: iconPath(look, name),
    sizes,
    type: name.endsWith(".svg") ? "image/svg+xml" : "image/png",
    ...more,
  });
  return JSON.stringify({
    name: companyName,
    short_name: companyName.split(" ")[0],
    description: tagline,
    id: "/",
    start_url: "/",
    lang: LOCALE.language,
    display: "browser",
    background_color: "#fbfbf8",
    theme_color: "#fbfbf8",
    icons: [
      icon("favicon.svg", "any"),
      icon("icon-192.png", "192x192"),
      icon("icon-512.png", "512x512"),
      icon("icon-maskable-512.png", "512x512", { purpose: "maskable" }),
    ],
  });
}

async function blogFeed(context: Context): Promise<string> {
  const { companyName, description, posts }: FeedData = await loadContent(context, feedQuery);
  const { publicUrl, content } = context.services.env;
  const assets = publicAssets({ publicUrl, assetBase: assetBase(content) });
  const items = posts.map(({ body, ...post }) => {
    const article = publicUrl + articlePath(post.slug);
    return { ...post, html: feedContent(body, { article, publicUrl, assets }) };
  });
  return rss({ title: published(companyName), description: description ?? "", publicUrl }, items);
}

/** What the site publishes for programs, by path in lower case. */
const FILES: Readonly<Record<string, SiteFile>> = {
  "/robots.txt": { type: "text/plain; charset=utf-8", write: robots },
  "/.well-known/security.txt": { type: "text/plain; charset=utf-8", write: securityTxt },
  "/manifest.webmanifest": { type: "application/manifest+json", write: manifest },
  "/sitemap.xml": {
    type: "application/xml; charset=utf-8",
    write: async (context) =>
      sitemap(context.services.env.publicUrl, await loadContent(context, sitemapQuery)),
  },
  "/blog/rss.xml": { type: "application/rss+xml; charset=utf-8", write: blogFeed },
};

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const path = new URL(request.url).pathname.toLowerCase().replace(/\/$/, "");
  const { type, write } = published(FILES[path]);
  return new Response(await write(context), { headers: { "Content-Type": type, "Cache-Control": FEED } });
}
