import { formatNumber } from "../format.ts";
import { sumCents, type Cents } from "./money.ts";

/** A tax that is added to every service, as the payment settings have it. There is one rate; rules of who owes it are the owner's. */
export interface Tax {
  /** `Sales tax`, `VAT`. */
  name: string;
  /** In percent, with three decimals at most: 8.875. */
  percent: number;
}

/** The tax in what a line costs, which includes it. */
export interface LineTax {
  totalCents: Cents;
  paymentCents: Cents;
  dueTodayCents: Cents;
}

/** The highest rate that the settings accept. */
const MAX_TAX_PERCENT = 50;
const DECIMALS = 3;
const UNIT = 10 ** DECIMALS;

/** Returns true if a rate is valid or not set, else an error message. */
export const checkTaxPercent = (percent: number | null | undefined): true | string =>
  percent === null ||
  percent === undefined ||
  (percent >= 0 && percent <= MAX_TAX_PERCENT && Number(percent.toFixed(DECIMALS)) === percent) ||
  `From 0 to ${MAX_TAX_PERCENT}, with at most ${DECIMALS} decimals`;

/** Returns the tax in the payment settings, or null if it is off or not valid. */
export function readTax(
  stored: { name?: string | null; percent?: number | null } | null | undefined,
): Tax | null {
  const { name, percent } = stored ?? {};
  return percent && checkTaxPercent(percent) === true ? { name: name?.trim() || "Tax", percent } : null;
}

/** `Sales tax 8.875%`. */
export function taxLabel({ name, percent }: Tax): string {
  const decimals = String(percent).split(".")[1]?.length ?? 0;
  return `${name} ${formatNumber(percent, decimals)}%`;
}

/** Returns the note that is shown beside prices without tax. */
export const plusTax = (tax: Tax): string =>
  `Prices are before ${taxLabel(tax)}, which is added to the total.`;

/** Returns the tax on an amount, rounded half up to a whole cent without leaving integers. */
export const taxOn = (cents: Cents, { percent }: Tax): Cents =>
  Math.floor((cents * Math.round(percent * UNIT) + 50 * UNIT) / (100 * UNIT));

/** Returns the tax in one amount of lines. */
export const taxIn = (lines: readonly { tax?: LineTax | undefined }[], part: keyof LineTax): Cents =>
  sumCents(lines, ({ tax }) => tax?.[part] ?? 0);
