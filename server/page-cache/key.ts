/** Query parameters by which pages differ, for the page and its `.data` alike. */
const VARIES: Readonly<Record<string, readonly string[]>> = {
  "/contact": ["service"],
  "/questionnaire": ["step"],
  "/contract": ["step"],
};

/** Of a `.data` request: which routes it wants, when it does not want all. */
const ROUTES = "_routes";

/** What advertisers and mail programs hang on addresses; no page reads it. */
const IGNORED =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|mc_[ce]id|_ga|_gl)$/;

/** Addresses whose answer is the same for everybody. A new public page is named here, or it is rendered for each visitor. */
const PUBLIC =
  /^\/(?:about|services|portfolio|blog(?:\/[^/]+)?|contact|get-started|privacy|terms|policy|questionnaire|contract|sitemap\.xml|robots\.txt|manifest\.webmanifest|share\/.+\.png)?$/;

/** One spelling of each page, so that nobody can fill the memory with others: no capitals, no `%`, no empty segments. */
const CANONICAL = /^\/(?:[a-z0-9_-]+(?:\.[a-z0-9]+)*(?:\/[a-z0-9_-]+(?:\.[a-z0-9]+)*)*)?$/;

const MAX_VALUE = 100;

export interface PageKey {
  /** The address without what does not count. */
  key: string;
  path: string;
}

/** The address of the page whose data a `.data` address asks for. */
export function pageOf(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}

/** True for the path of a page, feed or picture that is the same for everybody, and for its `.data`. */
export function isPublicPath(path: string): boolean {
  return PUBLIC.test(pageOf(path));
}

/**
 * What a GET may be kept under, made of nothing but its address; null when it may not: an address in another spelling, a
 * parameter that nobody knows or that is given twice.
 */
export function pageKey(url: string): PageKey | null {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!CANONICAL.test(path)) return null;
  if (mark < 0 || mark === url.length - 1) return { key: path, path };
  const known = [...(VARIES[pageOf(path)] ?? []), ...(path.endsWith(".data") ? [ROUTES] : [])];
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    if (IGNORED.test(name)) continue;
    if (!known.includes(name) || given.has(name) || value.length > MAX_VALUE) return null;
    given.set(name, value);
  }
  const counted = new URLSearchParams(
    known.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
  return { key: counted.size > 0 ? `${path}?${counted}` : path, path };
}
