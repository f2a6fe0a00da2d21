import { formatDay } from "../format.ts";

/** A calendar date in the company's time zone, `2026-11-21`. Compares as text. */
export type CalendarDate = string;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight in UTC, so that adding days and months never meets a change of the clocks. */
const toUtc = (date: CalendarDate): Date => new Date(`${date}T00:00:00.000Z`);
const fromUtc = (time: Date): CalendarDate => time.toISOString().slice(0, 10);

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromUtc(new Date(toUtc(date).getTime() + days * DAY_MS));
}

/** Returns the number of days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (toUtc(to).getTime() - toUtc(from).getTime()) / DAY_MS;
}

/**
 * Returns the date `months` later: the same day, or the last day of a shorter month. Count from the first day of a contract,
 * not from the period before, so that January 31 is followed by February 28 and March 31, as with Stripe's billing cycle anchor.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return fromUtc(new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))));
}

/** A billing period: from its first day to the first day of the next one. */
export interface Period {
  start: CalendarDate;
  end: CalendarDate;
}

/** `Nov 22, 2026 to Dec 21, 2026`: the first and the last day of a period. */
export const formatPeriod = ({ start, end }: Period): string =>
  `${formatDay(start)} to ${formatDay(addDays(end, -1))}`;

/** Returns the n-th period of a contract that started on a date; 0 is the first. */
export function periodOf(startedOn: CalendarDate, months: number, index: number): Period {
  return { start: addMonths(startedOn, months * index), end: addMonths(startedOn, months * (index + 1)) };
}

/** Returns the period of a contract that started on a date in which a day is; the first for an earlier day. */
export function periodAt(startedOn: CalendarDate, months: number, day: CalendarDate): Period {
  let index = 0;
  while (addMonths(startedOn, months * (index + 1)) <= day) index += 1;
  return periodOf(startedOn, months, index);
}
