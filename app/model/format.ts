import { LOCALE } from "./locale.ts";

/**
 * Formats a number in the site's language, with fixed decimals: `1234.5` → `1,234.50`. Not `Intl.NumberFormat`, whose first
 * use blocks a phone for some 60 ms during hydration.
 */
export function formatNumber(value: number, decimals: number): string {
  const [whole = "", fraction] = value.toFixed(decimals).split(".");
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, LOCALE.groupMark);
  return fraction === undefined ? thousands : thousands + LOCALE.decimalMark + fraction;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a date as `September 1, 2026` (long) or `Sep 1, 2026` (medium). An ISO time falls on its day in the company's time
 * zone; a plain day (`2026-09-01`) stays the same day; text that is neither is returned as it is. The first call blocks a phone
 * for some 80 ms: a page that shows dates while it hydrates gets them from its loader.
 */
export function formatDate(iso: string, dateStyle: "long" | "medium" = "long"): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const timeZone = DAY.test(iso) ? "UTC" : LOCALE.timeZone;
  const key = dateStyle + timeZone;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE.language, { dateStyle, timeZone });
  formats.set(key, format);
  return format.format(time);
}

/** Ends a sentence whose last word may be a name such as "Harborlight Inc.", which needs no second full stop. */
export const fullStop = (sentence: string): string => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`);

interface PostalAddress {
  street?: string | null;
  suite?: string | null;
  city?: string | null;
  state?: string | null;
  zipCode?: string | null;
}

/** Returns city, state and ZIP code as a line; empty without any of them. */
export const placeLine = ({ city, state, zipCode }: PostalAddress): string =>
  LOCALE.address.place(city ?? "", state ?? "", zipCode ?? "");

/** Returns the lines of a postal address: street and suite, then the place. */
export const addressLines = (address: PostalAddress): string[] =>
  [[address.street, address.suite].filter(Boolean).join(", "), placeLine(address)].filter(Boolean);

/** Formats a date in few letters: `Sep 1, 2026`. */
export const formatDay = (day: string): string => formatDate(day, "medium");

// The form of this locale is ISO 8601.
const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone: LOCALE.timeZone, dateStyle: "short" });

/** Returns the calendar date in the company's time zone, `2026-11-21`. */
export const dateOf = (time: Date): string => isoDay.format(time);

/** Returns a text with its first letter as a capital. */
export const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Returns the lines of a text without the empty ones. */
export const linesOf = (text: string): string[] => text.split(/\s*\n\s*/).filter(Boolean);
