import { formatDate } from "../format.ts";
import { addMonths, type CalendarDate } from "./billing-dates.ts";
import type { Coupon } from "./coupon.ts";
import { frequencyTerms, type PaymentFrequency } from "./frequency.ts";
import { formatCents, type Cents } from "./money.ts";
import type { OrderLine, OrderTotals, ScheduledPayment } from "./pricing.ts";
import { taxIn, taxLabel, type Tax } from "./tax.ts";

// The rows in which an order, an invoice and a receipt show what they cost: services before any discount, what is taken off, total.

/** A row of amounts. What is taken off is negative. */
export interface AmountRow {
  label: string;
  cents: Cents;
  isSum: boolean;
  /** Below the label, such as how a price recurs. */
  note?: string | undefined;
}

export const amountRow = (label: string, cents: Cents): AmountRow => ({ label, cents, isSum: false });
export const sumRow = (label: string, cents: Cents): AmountRow => ({ label, cents, isSum: true });

/** `$342.00 every 3 months`. */
export const everyPeriod = (periodCents: Cents, frequency: PaymentFrequency): string =>
  `${formatCents(periodCents)} ${frequencyTerms[frequency].every}`;

/**
 * `$1,368.00 for 12 months, $342.00 every 3 months`; `$120.00 every month` where the total counts one period. Prices are those
 * before a tax, which is then said to be added.
 */
export function recurringPrice(periodCents: Cents, frequency: PaymentFrequency, isTaxed = false): string {
  const { months, periodsInTotal } = frequencyTerms[frequency];
  const every = everyPeriod(periodCents, frequency) + (isTaxed ? ", plus tax" : "");
  if (periodsInTotal === 1) return every;
  return `${formatCents(periodCents * periodsInTotal)} for ${months * periodsInTotal} months, ${every}`;
}

/** `Website maintenance × 2`. */
export const serviceLabel = ({ title, quantity }: Pick<OrderLine, "title" | "quantity">): string =>
  quantity > 1 ? `${title} × ${quantity}` : title;

/** Before any discount and the tax, for the months that the total counts. */
export const listPrice = ({ totalCents, discountCents, couponCents, tax }: OrderLine): Cents =>
  totalCents + discountCents + couponCents - (tax?.totalCents ?? 0);

/** One payment of a line, before the tax. */
export const untaxedPayment = ({ paymentCents, tax }: Pick<OrderLine, "paymentCents" | "tax">): Cents =>
  paymentCents - (tax?.paymentCents ?? 0);

/** Returns how the price of a line recurs. */
export const recurringLine = (line: OrderLine, frequency: PaymentFrequency): string =>
  recurringPrice(untaxedPayment(line), frequency, Boolean(line.tax));

/** Returns the row of a service, with how its price recurs. */
export function serviceRow(line: OrderLine): AmountRow {
  const { frequency } = line;
  return {
    ...amountRow(serviceLabel(line), listPrice(line)),
    ...(frequency ? { note: `${frequencyTerms[frequency].label}: ${recurringLine(line, frequency)}` } : {}),
  };
}

export interface TakenOff {
  totalCents: Cents;
  discountCents: Cents;
  couponCents: Cents;
  couponCode: string;
  taxCents?: Cents;
  taxLabel?: string | undefined;
  /** What the total includes of recurring services; absent or `""` without any. */
  totalNote?: string;
}

/** Returns a note on what the total includes of recurring services; `""` without any. */
export function totalNote(lines: readonly Pick<OrderLine, "frequency">[]): string {
  const frequencies = lines.flatMap(({ frequency }) => frequency ?? []);
  const monthly = frequencies.filter((frequency) => frequency === "monthly").length;
  if (frequencies.length === 0) return "";
  if (monthly === 0) return "Counts twelve months of services that renew";
  if (monthly === frequencies.length) return "Counts one month of monthly services";
  return "Counts one month of monthly services and twelve months of the others that renew";
}

/** Returns the rows below the services, which add up: what they cost together, where something is taken off, and the total. */
export function sumRows(taken: TakenOff): AmountRow[] {
  const { totalCents, discountCents, couponCents, couponCode, taxCents = 0, totalNote: note } = taken;
  const services = totalCents - taxCents + discountCents + couponCents;
  return [
    ...(services === totalCents ? [] : [amountRow("Services", services)]),
    ...(discountCents > 0 ? [amountRow("Discount", -discountCents)] : []),
    ...(couponCents > 0 ? [amountRow(`Coupon ${couponCode}`.trim(), -couponCents)] : []),
    ...(taxCents > 0 ? [amountRow(taken.taxLabel || "Tax", taxCents)] : []),
    { ...sumRow("Total", totalCents), ...(note ? { note } : {}) },
  ];
}

/** The next payment for services of one frequency. */
interface DatedPayment {
  date: CalendarDate;
  frequency: PaymentFrequency;
  amountCents: Cents;
}

/** Returns a row for each payment, sorted by date. */
export const dateRows = (payments: readonly DatedPayment[]): AmountRow[] =>
  payments
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ date, frequency, amountCents }) => ({
      ...amountRow(formatDate(date), amountCents),
      note: `then ${frequencyTerms[frequency].every}`,
    }));

/** Returns the second payment of each entry of a schedule. `day`: the date of the first. */
export const datesAfter = (day: CalendarDate, schedule: readonly ScheduledPayment[]): DatedPayment[] =>
  schedule.map(({ frequency, months, amountCents }) => ({
    date: addMonths(day, months),
    frequency,
    amountCents,
  }));

/** What an order that is being made costs first: a card is charged today, an invoice is due later. */
export const firstPaymentLabel = (
  { dueTodayCents }: Pick<OrderTotals, "dueTodayCents">,
  byInvoice: boolean,
): string => (byInvoice && dueTodayCents > 0 ? "First invoice" : "Due today");

/** Returns the payments of a new order as rows. `today`: the order date, or null before it is known. */
export function orderDates(
  totals: OrderTotals,
  { byInvoice, today }: { byInvoice: boolean; today: CalendarDate | null },
): AmountRow[] {
  const { schedule } = totals;
  const follows = today
    ? dateRows(datesAfter(today, schedule))
    : schedule.map(({ frequency, amountCents }) =>
        amountRow(`Then ${frequencyTerms[frequency].every}`, amountCents),
      );
  return [sumRow(firstPaymentLabel(totals, byInvoice), totals.dueTodayCents), ...follows];
}

/** Returns the tax in the total of an order. */
export const taxSum = ({ lines, tax }: { lines: readonly OrderLine[]; tax?: Tax | null | undefined }) =>
  tax ? { taxCents: taxIn(lines, "totalCents"), taxLabel: taxLabel(tax) } : {};

/** Returns the amounts below the services of a new order, as `orderRows` does for a stored one. */
export const orderSums = (totals: OrderTotals, coupon: Coupon | null): AmountRow[] =>
  sumRows({
    totalCents: totals.totalCents,
    discountCents: totals.recurringDiscountCents,
    couponCents: totals.couponDiscountCents,
    couponCode: coupon?.code ?? "",
    ...taxSum(totals),
    totalNote: totalNote(totals.lines),
  });

/** Explains what the total counts of a service that is paid at a frequency; `monthlyCents` is its price. */
export function explainFrequency(monthlyCents: Cents, frequency: PaymentFrequency, isTaxed = false): string {
  const { months, discountPercent, periodsInTotal } = frequencyTerms[frequency];
  if (frequency === "monthly")
    return `The total counts one month: ${recurringPrice(monthlyCents, frequency, isTaxed)}.`;
  const undiscounted = monthlyCents * months * periodsInTotal;
  const period = (monthlyCents * months * (100 - discountPercent)) / 100;
  return `The total counts 12 months at ${formatCents(monthlyCents)}, ${formatCents(undiscounted)}, less ${discountPercent}%: ${recurringPrice(period, frequency, isTaxed)}.`;
}
