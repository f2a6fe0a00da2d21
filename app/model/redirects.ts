/** A path that the site no longer has, and where it leads. */
export interface Redirect {
  /** Path of this site, without query. */
  from: string;
  /** A path of this site, or an https URL. */
  to: string;
}

export const MAX_REDIRECTS = 500;

const MAX_LENGTH = 500;

const FROM = /^\/[^\s?#\\]+$/;
const TO = /^(?:https:\/\/[^\s/\\][^\s\\]*|\/(?!\/)[^\s\\]*)$/;

/** Returns a path without percent-encoding and trailing slashes, so that its spellings are one. */
function comparable(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURI(path);
  } catch {
    // Keep malformed percent-encoding as it is.
  }
  return decoded.replace(/\/+$/, "") || "/";
}

const pathOf = (to: string): string => comparable(to.split(/[?#]/, 1)[0] ?? "");

/** Returns what is wrong with an old address, for the editor who typed it; null for a valid one. */
export function fromProblem(from: string): string | null {
  return !FROM.test(from) || from.startsWith("//") || from.length > MAX_LENGTH
    ? "The old address is a path of this site, such as /old-page, without ? and #."
    : null;
}

/** Returns whether a path is read as `//host` by a browser, such as `/.//host`, or an URL cannot be read at all. */
function leadsAway(to: string): boolean {
  const url = URL.parse(to, "http://site.invalid");
  return !url || url.pathname.startsWith("//");
}

/** Returns what is wrong with a new address; null for a valid one. */
export function toProblem(to: string): string | null {
  return !TO.test(to) || to.length > MAX_LENGTH || leadsAway(to)
    ? "The new address is a path of this site, such as /services, or begins with https://"
    : null;
}

/** Returns null, or what is wrong with a redirect by itself. */
export const redirectProblem = ({ from, to }: Redirect): string | null => fromProblem(from) ?? toProblem(to);

/** Returns null, or why redirects do not fit together: the same address twice, a chain or a loop. */
export function redirectsProblem(redirects: readonly Redirect[]): string | null {
  if (redirects.length > MAX_REDIRECTS) return `At most ${MAX_REDIRECTS} redirects`;
  const seen = new Set<string>();
  for (const { from } of redirects) {
    if (seen.has(comparable(from))) return `${from} is redirected twice`;
    seen.add(comparable(from));
  }
  for (const { from, to } of redirects) {
    if (pathOf(to) === comparable(from)) return `${from} leads to itself`;
    if (seen.has(pathOf(to))) return `${from} leads to ${to}, which is redirected too: use its new address`;
  }
  return null;
}

/**
 * Returns where a path leads, with the query that it was asked with, or null. Ignores what the Studio would not have saved:
 * wrong addresses, chains and loops.
 */
export function redirectTarget(
  redirects: readonly Redirect[],
  { pathname, search }: Pick<URL, "pathname" | "search">,
): string | null {
  const listed = redirects.slice(0, MAX_REDIRECTS);
  const asked = comparable(pathname);
  const found = listed.find(({ from }) => comparable(from) === asked);
  if (!found || redirectProblem(found)) return null;
  if (listed.some(({ from }) => comparable(from) === pathOf(found.to))) return null;
  const base = "http://site.invalid";
  const url = new URL(found.to, base);
  for (const [name, value] of new URLSearchParams(search))
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  return url.origin === base ? url.pathname + url.search + url.hash : url.href;
}
