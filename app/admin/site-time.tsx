import { useHydrated } from "../ui/use-hydrated.ts";
import { LOCALE } from "../model/locale.ts";

const make = (timeZone?: string) =>
  new Intl.DateTimeFormat(LOCALE.language, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone ? { timeZone } : {}),
  });

const siteFormat = make(LOCALE.timeZone);
let ownFormat: Intl.DateTimeFormat | undefined;

/**
 * Formats a time as `Nov 21, 2026, 9:05 AM` in the reader's time zone, or in the company's on the server and in the browser's
 * first render, which have to agree. Empty when it is not a time.
 */
function formatTime(iso: string, zone: "own" | "site"): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return "";
  if (zone === "site") return siteFormat.format(time);
  ownFormat ??= make();
  return ownFormat.format(time);
}

/** A time in the admin's time zone; in the company's until the page is hydrated. */
export function LocalTime({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  return <time dateTime={iso}>{formatTime(iso, hydrated ? "own" : "site")}</time>;
}
