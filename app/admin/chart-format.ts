import { formatCents } from "../contracts/money.ts";
import type { ChartData } from "./figures.ts";

const count = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** Formats a value: `1,234` or `$1,868.00`. */
export function formatValue(value: number, unit: ChartData["unit"]): string {
  return unit === "cents" ? formatCents(value) : count.format(value);
}

/** Formats a tick of an axis: `1.2K` or `$1.9K`. */
export function formatTick(value: number, unit: ChartData["unit"]): string {
  return unit === "cents" ? `$${short.format(value / 100)}` : short.format(value);
}

/** Returns the top of an axis with four steps; small values get at least whole numbers or dollars per step. */
export function axisTop(values: readonly number[], unit: ChartData["unit"]): number {
  return Math.max(unit === "cents" ? 400 : 4, ...values);
}

/** Formats `2026-11-16` as `Nov 16`. */
export function formatWeek(week: string): string {
  return day.format(new Date(week));
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
