import { LOCALE } from "../../app/model/locale.ts";

const timeFormat = new Intl.DateTimeFormat(LOCALE.language, { dateStyle: "medium", timeStyle: "short" });

/** Formats an ISO time as "Nov 21, 2026, 9:05 AM" in the reader's time zone; empty when it is not a time. */
export function formatTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? "" : timeFormat.format(time);
}
