import { addDays, type CalendarDate, type Period } from "./billing-dates.ts";

// A calendar date has no time zone; JavaScript reads it as midnight UTC.
const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" });

/** `2026-11-22` → `Nov 22, 2026`. Text that is no calendar date is returned as it is. */
export function formatDay(day: CalendarDate): string {
  const time = Date.parse(day);
  return Number.isNaN(time) ? day : format.format(time);
}

/** `Nov 22, 2026 to Dec 21, 2026`: the first and the last day of a period. */
export const formatPeriod = ({ start, end }: Period): string =>
  `${formatDay(start)} to ${formatDay(addDays(end, -1))}`;
