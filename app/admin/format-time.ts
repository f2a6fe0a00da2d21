const SITE_ZONE = "America/New_York";

const make = (timeZone?: string) =>
  new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone ? { timeZone } : {}),
  });

const siteFormat = make(SITE_ZONE);
let ownFormat: Intl.DateTimeFormat | undefined;

/**
 * `Nov 21, 2026, 9:05 AM` in the zone of whoever reads it, or in the company's where that is not known yet (the server, and
 * the browser's first render, which has to be the same). Empty for what is no time.
 */
export function formatTime(iso: string, zone: "own" | "site"): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return "";
  if (zone === "site") return siteFormat.format(time);
  ownFormat ??= make();
  return ownFormat.format(time);
}
