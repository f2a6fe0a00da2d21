import type { Dated } from "../pages/blog/query.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A date as the site writes it, `September 1, 2026`. A time is put on New York's calendar (docs/decisions.md, "Identity and
 * content"); a plain day (`2026-09-01`) stays the day it says, whatever the zone. On the server alone: the first
 * `Intl.DateTimeFormat` of a page keeps a phone busy for some 80 ms while the page is coming alive.
 */
export function formatDate(iso: string): string {
  const timeZone = DAY.test(iso) ? "UTC" : "America/New_York";
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(iso));
}

/** Returns the year in New York, where docs/decisions.md puts the company. */
export function companyYear(now: Date): number {
  return Number(
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", year: "numeric" }).format(now),
  );
}

/** The day in New York, `2026-11-21`. */
export function companyDay(now: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" }).format(now);
}

/** An article with its date as the site writes it. */
export function dated<Post extends { publishedAt: string }>(post: Post): Dated<Post> {
  return { ...post, publishedOn: formatDate(post.publishedAt) };
}
