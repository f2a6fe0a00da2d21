import type { HeadersFunction } from "@remix-run/node";

// Cache-Control headers of the routes. `s-maxage` is for shared caches: our own page cache and any CDN in front of it.

/** Pages change when an editor publishes: browsers revalidate each time, shared caches keep them for a minute. */
export const PUBLIC_PAGE = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600";

/** Pages with prices: shared caches revalidate each time as well. */
export const FRESH_PAGE = "public, no-cache";

/** Feeds and sitemaps: five minutes late is early enough. */
export const FEED = "public, max-age=300, s-maxage=300, stale-while-revalidate=3600";

/** Redirects of the owner: without a limit, browsers would keep them for ever. */
export const MOVED = "public, max-age=300";

/** Share images: slow to render, and change only with a title or the owner's look. Browsers revalidate, so that editors see a change. */
export const DRAWN = "public, max-age=0, must-revalidate, s-maxage=3600, stale-while-revalidate=86400";

/** Responses for one visitor. */
export const PRIVATE = "private, no-store";

/** Returns the `headers` of a page with a form: those of its action after one, else these. */
export const headersOfForm =
  (cacheControl: string): HeadersFunction =>
  ({ actionHeaders }) =>
    actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : { "Cache-Control": cacheControl };

/**
 * `headers` of a page whose URL is the key to an order: it must not be cached or sent to other sites. (Not `no-referrer`, which would
 * also remove the Origin of forms that are posted without scripts.)
 */
export const headersOfLink: HeadersFunction = () => ({
  "Cache-Control": PRIVATE,
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
});

/** What a request tells the page cache about its content, and the reverse. */
export interface PageContent {
  /** The content that the page shows; loaders add to it. */
  readonly tags: Set<string>;
  /** The page is rendered because its content changed: read past the content store's CDN, which may be behind. */
  readonly fresh: boolean;
  /** The perspective of an editor's preview, first match wins. Null for published documents. */
  readonly perspective: readonly string[] | null;
}
