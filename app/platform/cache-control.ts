/**
 * How long answers may be kept, and by whom. The names are used in routes, so that a policy is changed here and nowhere else.
 * `s-maxage` is read by shared caches only: our own page cache and any CDN in front of it.
 */

/** Pages are the same for everyone but change when an editor publishes, so browsers ask again each time and only shared caches keep them, for a minute. */
export const PUBLIC_PAGE = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600";

/** The same for everyone, but it names prices, so it is asked for again each time, past shared caches too. */
export const FRESH_PAGE = "public, no-cache";

/** Feed readers and crawlers ask often and none of them needs the news within five minutes. */
export const FEED = "public, max-age=300, s-maxage=300, stale-while-revalidate=3600";

/** Costs a drawing, changes with a title only, and who shows it asks once: our own cache hears of a change, others wait an hour. */
export const DRAWN = "public, max-age=3600, s-maxage=3600, stale-while-revalidate=86400";

/** Holds what belongs to one visitor, so nobody may keep it. */
export const PRIVATE = "private, no-store";
