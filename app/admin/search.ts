import { parseAmount } from "../model/contracts/money.ts";

/** What a document is searched by. Lists are null where it has none. */
export interface Searched {
  _id: string;
  /** Lower case. */
  text: string;
  phone: string | null;
  /** Numbers of invoices. */
  numbers?: readonly string[] | null;
  /** In cents. */
  amounts?: readonly (readonly (number | null)[] | null)[];
}

/** A search that says no more than a digit or two finds too much to say anything. */
const MIN_DIGITS = 4;

/** Characters that Unicode does not take apart into a plain one and its accent. */
const PLAIN: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe" };

/** Returns a text in lower case without accents. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[łøđßæœ]/g, (found) => PLAIN[found] ?? found);

/**
 * Returns the test whether a search finds a document that its words alone do not: without accents, by digits of the phone number,
 * an invoice's number, or an amount.
 */
export function alsoFinds(search: string): (document: Searched) => boolean {
  const words = fold(search);
  const digits = /^[\d\s().+-]+$/.test(search) ? search.replaceAll(/\D/g, "") : "";
  const cents = parseAmount(search);
  return ({ text, phone, numbers, amounts = [] }) =>
    fold(text).includes(words) ||
    (digits.length >= MIN_DIGITS && (phone ?? "").replaceAll(/\D/g, "").includes(digits)) ||
    (numbers ?? []).some((number) => fold(number).includes(words)) ||
    (cents !== null && amounts.some((list) => list?.includes(cents)));
}
