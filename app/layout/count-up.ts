import { formatNumber } from "../platform/format-number.ts";

/** Milliseconds a figure takes to count up. */
export const COUNT_TIME = 1400;

/** How a statistic reads: prefix, the number in en-US with as many decimals as the content gave it, suffix. */
export function statisticText(
  shown: number,
  value: number,
  prefix: string | null,
  suffix: string | null,
): string {
  const decimals = String(value).split(".")[1]?.length ?? 0;
  const number = formatNumber(shown, decimals);
  return `${prefix ?? ""}${number}${suffix ?? ""}`;
}

/** The figure `elapsed` ms into the count: quick at first, settling on exactly `value`. */
export function countAt(elapsed: number, value: number): number {
  const part = Math.min(Math.max(elapsed / COUNT_TIME, 0), 1);
  return part === 1 ? value : value * (1 - (1 - part) ** 4);
}
