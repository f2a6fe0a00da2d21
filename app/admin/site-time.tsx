import { LOCALE } from "../model/locale.ts";

const format = new Intl.DateTimeFormat(LOCALE.language, {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: LOCALE.timeZone,
});

/**
 * A time as `Nov 21, 2026, 9:05 AM` in the company's time zone, as in emails and exports, whatever that of the reader is. Empty
 * when it is not a time.
 */
export function SiteTime({ iso }: { iso: string }) {
  const time = Date.parse(iso);
  return <time dateTime={iso}>{Number.isNaN(time) ? "" : format.format(time)}</time>;
}
