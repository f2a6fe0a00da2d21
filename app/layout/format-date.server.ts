const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A date as the site writes it, `September 1, 2026`. A time is put on New York's calendar (decisions.md, "Identity and
 * content"); a plain day (`2026-09-01`) stays the day it says, whatever the zone. On the server alone: the first
 * `Intl.DateTimeFormat` of a page keeps a phone busy for some 80 ms while the page is coming alive.
 */
export function formatDate(iso: string): string {
  const timeZone = DAY.test(iso) ? "UTC" : "America/New_York";
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(iso));
}
