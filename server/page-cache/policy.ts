import { namedService } from "../../app/model/contact.ts";
import { isPublicPage } from "../../app/model/page-slug.ts";

/** Returns the one spelling of a parameter's value, or null for a value that the page does not know. */
type Spell = (value: string) => string | null;

const step: Spell = (value) => (/^[1-9]$/.test(value) ? value : null);
const page: Spell = (value) => (/^[1-9]\d{0,3}$/.test(value) ? value : null);
/** app/auth/session.ts has the whole path. */
const notice: Spell = (value) => (value === "not-an-admin" ? value : null);

/**
 * Query parameters that a page and its `.data` read. All others are ignored: of advertisers, or made up to pass the cache.
 */
const READ: Readonly<Record<string, Readonly<Record<string, Spell>>>> = {
  "/": { notice },
  "/blog": { page },
  "/contact": { service: namedService },
  "/questionnaire": { step },
  "/contract": { step },
};

/** Remix's parameter for the data of some routes only. */
const ROUTES = "_routes";

/** Articles, projects, feeds and pictures, whose response is the same for everybody, as that of public pages is. */
const PUBLIC_FILES =
  /^\/(?:(?:blog|portfolio)\/[^/]+|sitemap\.xml|robots\.txt|manifest\.webmanifest|share\/.+\.png|icons\/.+\.(?:png|svg|ico)|favicon\.ico)$/;

/** One spelling per page (no capitals, no `%`, no empty segments), so that variants of a URL cannot fill the memory. */
const CANONICAL = /^\/(?:[a-z0-9_-]+(?:\.[a-z0-9]+)*(?:\/[a-z0-9_-]+(?:\.[a-z0-9]+)*)*)?$/;

const MAX_VALUE_LENGTH = 100;

export interface CacheKey {
  /** Path and the parameters that count, in a fixed order. */
  key: string;
  path: string;
  /** True when the URL has parameters that no page reads. A redirect passes them on. */
  isReduced: boolean;
}

/** Returns the path of the page that a `.data` path belongs to; other paths unchanged. */
export function pagePath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}

/** True for a page, feed or picture that is the same for everybody, and for its `.data`. */
export function isPublicPath(path: string): boolean {
  const page = pagePath(path);
  return PUBLIC_FILES.test(page) || (isPublicPage(page) && !/^\/(?:blog|portfolio)\//.test(page));
}

/**
 * Returns the cache key of a GET, made from its URL alone. Null when the response must not be cached: another spelling of a
 * path, or a parameter that the page reads and that is given twice, is too long or has a value that the page does not know.
 */
export function cacheKey(url: string): CacheKey | null {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (!CANONICAL.test(path)) return null;
  if (queryAt < 0 || queryAt === url.length - 1) return { key: path, path, isReduced: false };
  const read: Readonly<Record<string, Spell>> = {
    ...READ[pagePath(path)],
    ...(path.endsWith(".data") ? { [ROUTES]: String } : {}),
  };
  const given = new Map<string, string>();
  let isReduced = false;
  for (const [name, value] of new URLSearchParams(url.slice(queryAt + 1))) {
    if (!Object.hasOwn(read, name)) {
      isReduced = true;
      continue;
    }
    const known = value.length > MAX_VALUE_LENGTH ? null : (read[name]?.(value) ?? null);
    if (known === null || given.has(name)) return null;
    given.set(name, known);
  }
  const counted = new URLSearchParams(
    Object.keys(read).flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
  return { key: counted.size > 0 ? `${path}?${counted}` : path, path, isReduced };
}

/** How long a cached page is served, in ms. */
export interface Lifetime {
  /** Without rendering it again. */
  freshMs: number;
  /** After that, while a new one is rendered in the background. */
  staleMs: number;
}

interface PolicyOptions {
  /** True when this process is notified of every content change at once: then "no change" is the check that `no-cache` asks for. */
  notifiedOfChanges: boolean;
}

/** How long a `no-cache` page counts as checked, in ms. */
const CHECKED_MS = 60_000;

function seconds(directives: ReadonlyMap<string, string>, name: string): number | null {
  const value = directives.get(name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}

/** Directives of a Cache-Control header (RFC 9111 section 5.2), names in lower case. */
function cacheDirectives(header: string): Map<string, string> {
  return new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split("="))
      .map(([name = "", value = ""]) => [name, value]),
  );
}

/**
 * Returns how long a response may be served to everybody, or null when it may not be cached. Only a 200 that calls itself
 * public is: without cookies, the same for every header but Accept-Encoding.
 */
export function lifetimeOf(response: Response, { notifiedOfChanges }: PolicyOptions): Lifetime | null {
  const { status, headers } = response;
  if (status !== 200 || headers.has("set-cookie")) return null;
  const vary = headers.get("vary");
  if (vary && vary.toLowerCase() !== "accept-encoding") return null;
  const directives = cacheDirectives(headers.get("cache-control") ?? "");
  if (!directives.has("public") || directives.has("private") || directives.has("no-store")) return null;
  if (directives.has("no-cache")) return { freshMs: notifiedOfChanges ? CHECKED_MS : 0, staleMs: 0 };
  const shared = seconds(directives, "s-maxage");
  if (shared === null) return null;
  return { freshMs: shared * 1000, staleMs: (seconds(directives, "stale-while-revalidate") ?? 0) * 1000 };
}
