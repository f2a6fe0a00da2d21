import { TIME_ZONE } from "../model/time-zone.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Formats a date as `September 1, 2026`. A time is converted to New York (docs/decisions.md, "Identity and content"); a
 * plain day (`2026-09-01`) stays the same day. Server only: the first `Intl.DateTimeFormat` of a page blocks a phone for
 * some 80 ms during hydration.
 */
export function formatDate(iso: string): string {
  const timeZone = DAY.test(iso) ? "UTC" : TIME_ZONE;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(iso));
}

const days = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE, dateStyle: "short" });

/** Returns the day in New York, `2026-11-21`. */
export const companyDay = (now: Date): string => days.format(now);

/** Returns the year in New York. */
export const companyYear = (now: Date): number => Number(companyDay(now).slice(0, 4));

/** `publishedAt` is an ISO time, `publishedOn` its formatted date. */
export type Dated<Post extends { publishedAt: string }> = Post & { publishedOn: string };

/** Returns an article with its formatted date. */
export function dated<Post extends { publishedAt: string }>(post: Post): Dated<Post> {
  return { ...post, publishedOn: formatDate(post.publishedAt) };
}
