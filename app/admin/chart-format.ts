import { formatCents } from "../model/contracts/money.ts";
import { formatNumber } from "../model/format.ts";
import { LOCALE } from "../model/locale.ts";
import type { ChartData } from "./figures.ts";

const short = new Intl.NumberFormat(LOCALE.language, { notation: "compact", maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(LOCALE.language, { month: "short", day: "numeric", timeZone: "UTC" });

/** Formats a value: `1,234` or `$1,868.00`. */
export function formatValue(value: number, unit: ChartData["unit"]): string {
  return unit === "cents" ? formatCents(value) : formatNumber(value, 0);
}

/** Formats a tick of an axis: `1.2K` or `$1.9K`. */
export function formatTick(value: number, unit: ChartData["unit"]): string {
  return unit === "cents" ? LOCALE.amount(short.format(value / 100), "") : short.format(value);
}

/** Returns 1, 2 or 5 times a power of ten: the step that divides 0 to `top` into about four. */
function stepOf(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top / 4));
  const ratio = top / 4 / power;
  if (ratio < Math.SQRT2) return power;
  if (ratio < Math.sqrt(10)) return 2 * power;
  return ratio < Math.sqrt(50) ? 5 * power : 10 * power;
}

/** Returns the values that an axis names, from 0 to the first that no value exceeds; whole numbers or dollars. */
export function axisTicks(values: readonly number[], unit: ChartData["unit"]): number[] {
  let top = Math.max(unit === "cents" ? 400 : 4, ...values);
  // A rounded top may call for a larger step, which rounds it again.
  while (top % stepOf(top) > 0) top = Math.ceil(top / stepOf(top)) * stepOf(top);
  const step = stepOf(top);
  return Array.from({ length: top / step + 1 }, (_, index) => index * step);
}

/** Formats `2026-11-16` as `Nov 16`. */
export function formatWeek(week: string): string {
  return day.format(new Date(week));
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
