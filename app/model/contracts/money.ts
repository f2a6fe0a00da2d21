import { formatNumber } from "../format.ts";
import { LOCALE } from "../locale.ts";

/** An amount in whole cents. Formatting happens at the edge. */
export type Cents = number;

/** The currency as Stripe writes it, in small letters. */
export const CURRENCY = LOCALE.currency.toLowerCase();

/** Returns the sum of an amount of each item. */
export const sumCents = <Item>(items: readonly Item[], amountOf: (item: Item) => Cents): Cents =>
  items.reduce((total, item) => total + amountOf(item), 0);

/** `136800` → `$1,368.00` (docs/specification.md, section 9). */
export function formatCents(amount: Cents): string {
  return LOCALE.amount(formatNumber(Math.abs(amount) / 100, 2), amount < 0 ? "-" : "");
}

/** `136800` → `1368.00`, for files that other programs read. */
export const plainAmount = (amount: Cents): string => (amount / 100).toFixed(2);

/** Returns an amount as it is typed into a field: `1,368.00`. */
export const typedAmount = (amount: Cents): string => formatNumber(amount / 100, 2);

/** What a field says that takes an amount or a price. */
export const amountNeeded = (what: "amount" | "price"): string =>
  `Enter ${what === "amount" ? "an" : "a"} ${what} in ${LOCALE.currencyName}, such as ${typedAmount(125_000)}`;

const { currencySymbol, groupMark, decimalMark } = LOCALE;
const TYPED = new RegExp(
  String.raw`^[${currencySymbol}]?\s*(\d{1,3}(?:[${groupMark}]\d{3})+|\d{1,7})(?:[${decimalMark}](\d{1,2}))?$`,
  "u",
);

/** `1,250.00`, `$1250` or `1250.5` in whole cents; null for anything else. */
export function parseAmount(text: string): Cents | null {
  const match = TYPED.exec(text.trim());
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  return Number(whole.replaceAll(groupMark, "")) * 100 + Number(fraction.padEnd(2, "0"));
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
