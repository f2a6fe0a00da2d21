import { formatNumber } from "../format-number.ts";

/** An amount of US dollars in whole cents. Formatting happens at the edge. */
export type Cents = number;

/** `136800` → `$1,368.00` (docs/specification.md, section 9). */
export function formatCents(amount: Cents): string {
  return `${amount < 0 ? "-" : ""}$${formatNumber(Math.abs(amount) / 100, 2)}`;
}

/** `136800` → `1368.00`, for files that other programs read. */
export const plainDollars = (amount: Cents): string => (amount / 100).toFixed(2);

const DOLLARS = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/;

/** `1,250.00`, `$1250` or `1250.5` in whole cents; null for anything else. */
export function parseDollars(text: string): Cents | null {
  const match = DOLLARS.exec(text.trim());
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  return Number(whole.replaceAll(",", "")) * 100 + Number(fraction.padEnd(2, "0"));
}

/**
 * `amount × percent / 100`, rounded half up to a whole cent without leaving integers.
 * Both arguments are non-negative integers; anything else is a programming error.
 */
export function percentOf(amount: Cents, percent: number): Cents {
  if (!Number.isSafeInteger(amount * percent) || amount < 0 || percent < 0) {
    throw new RangeError(`percentOf needs non-negative integers, got ${amount} and ${percent}`);
  }
  return Math.floor((amount * percent + 50) / 100);
}
