/** How long a page is served without asking again, in milliseconds. */
export interface Keeping {
  /** As it is. */
  fresh: number;
  /** After that: at once, while it is made anew behind the visitor's back. */
  stale: number;
}

interface PolicyOptions {
  /**
   * True when this process hears of every change of the content at once. What asks to be checked before each use
   * (`no-cache`) is then checked by nothing having changed.
   */
  hearsChanges: boolean;
}

/** How long a page that has to be checked is believed unchanged, in milliseconds. */
const CHECKED = 60_000;

function seconds(directives: ReadonlyMap<string, string>, name: string): number | null {
  const value = directives.get(name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}

/** Directives of a Cache-Control header (RFC 9111 section 5.2), names in lower case. */
function directivesOf(header: string): Map<string, string> {
  return new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split("="))
      .map(([name = "", value = ""]) => [name, value]),
  );
}

/**
 * Whether and how long an answer may be kept for everyone; null when it may not. Only what says of itself that it is public
 * is kept: whole, without cookies, the same for every header but Accept-Encoding.
 */
export function keepingOf(response: Response, { hearsChanges }: PolicyOptions): Keeping | null {
  const { status, headers } = response;
  if (status !== 200 || headers.has("set-cookie")) return null;
  const vary = headers.get("vary");
  if (vary && vary.toLowerCase() !== "accept-encoding") return null;
  const directives = directivesOf(headers.get("cache-control") ?? "");
  if (!directives.has("public") || directives.has("private") || directives.has("no-store")) return null;
  if (directives.has("no-cache")) return { fresh: hearsChanges ? CHECKED : 0, stale: 0 };
  const shared = seconds(directives, "s-maxage");
  if (shared === null) return null;
  return { fresh: shared * 1000, stale: (seconds(directives, "stale-while-revalidate") ?? 0) * 1000 };
}
