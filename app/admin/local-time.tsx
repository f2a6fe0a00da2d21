import { useHydrated } from "../ui/use-hydrated.ts";

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
function formatTime(iso: string, zone: "own" | "site"): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return "";
  if (zone === "site") return siteFormat.format(time);
  ownFormat ??= make();
  return ownFormat.format(time);
}

/** A time in the admin's own zone; the server, which does not know it, says it in the company's. */
export function LocalTime({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  return <time dateTime={iso}>{formatTime(iso, hydrated ? "own" : "site")}</time>;
}
