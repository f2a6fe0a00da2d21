import { formatDate } from "../format.ts";
import { dateRows, datesAfter, sumRow, type AmountRow } from "./amounts.ts";
import { addMonths, type CalendarDate } from "./billing-dates.ts";
import { datedSchedule, isByCard, startOf } from "./cancellation.ts";
import type { ContractDocument, StoredSchedule } from "./contract-document.ts";
import { frequencyTerms } from "./frequency.ts";
import { holdOf, ON_HOLD } from "./hold.ts";
import { contentRows, periodsInvoice } from "./invoice-content.ts";
import { formatCents, sumCents, type Cents } from "./money.ts";

export type Renewing = Pick<ContractDocument, "date" | "lines" | "payment" | "invoices" | "history">;

/** Returns the amount of the period that ends on a date. It is less for the first period if a coupon lowered it. */
export function periodCents(
  { date, lines }: Pick<Renewing, "date" | "lines">,
  entry: StoredSchedule,
  nextDate: CalendarDate,
): Cents {
  const isFirst = nextDate < addMonths(date, 2 * entry.months);
  const first = lines.filter(({ frequency }) => frequency === entry.frequency);
  if (!isFirst || first.length === 0) return entry.amountCents;
  return sumCents(first, ({ dueTodayCents }) => dueTodayCents);
}

/** Returns the next renewal of each frequency. One whose date has passed gets today's. */
export const renewalsOf = (contract: Renewing, today: CalendarDate) =>
  datedRenewals(contract, today).map((renewal) => ({
    ...renewal,
    date: renewal.date < today ? today : renewal.date,
  }));

/** As `renewalsOf`, with the original dates. */
function datedRenewals(contract: Renewing, today: CalendarDate) {
  return datedSchedule(contract, today).map((entry) => {
    const last = periodCents(contract, entry, entry.nextDate);
    return {
      frequency: entry.frequency,
      date: entry.nextDate,
      amountCents: entry.amountCents,
      /** What the period before cost, where that differs. */
      lastAmountCents: last === entry.amountCents ? null : last,
    };
  });
}

/** The next payment of the services that are paid at one frequency. */
export type Renewal = ReturnType<typeof renewalsOf>[number];

/**
 * Returns the first payment of an order and the next one of each frequency, as rows. `today`: null for the payments as they were
 * agreed. Empty if nothing renews; only the first payment if the services are cancelled or on hold.
 */
export function paymentDates(contract: ContractDocument, today: CalendarDate | null): AmountRow[] {
  const { payment, cancellation } = contract;
  if (payment.schedule.length === 0) return [];
  const start = startOf(contract);
  const isOver = today !== null && (cancellation || holdOf(contract));
  const follows = today ? renewalsOf(contract, today) : datesAfter(start, payment.schedule);
  const first = {
    ...sumRow(formatDate(start), payment.amountDueToday),
    note: isByCard(contract) ? "First payment" : "First invoice",
  };
  return [first, ...dateRows(isOver ? [] : follows)];
}

/** Returns the titles of the services of a frequency, in one text. */
export const servicesOf = (
  { lines }: Pick<Renewing, "lines">,
  { frequency }: Pick<StoredSchedule, "frequency">,
): string =>
  lines
    .filter((line) => line.frequency === frequency)
    .map(({ title }) => title)
    .join(", ");

/** Returns what renews on a date: each payment of its own frequency, and the services with their sum; null when nothing does. */
export function renewalOn(contract: ContractDocument, date: CalendarDate) {
  const due = datedRenewals(contract, date).filter((renewal) => renewal.date === date);
  if (due.length === 0) return null;
  const renewing = new Set(due.map(({ frequency }) => frequency));
  const entries = contract.payment.schedule.filter(({ frequency }) => renewing.has(frequency));
  return {
    rows: contentRows(periodsInvoice(contract, entries, startOf(contract), date)),
    payments: due.map(({ frequency, ...payment }) => ({
      ...payment,
      /** Absent in emails that were queued by earlier versions. */
      services: servicesOf(contract, { frequency }),
      period: frequencyTerms[frequency].every,
    })),
  };
}

/** All that renews on a date. */
export type RenewalDay = NonNullable<ReturnType<typeof renewalOn>>;

/** The next payment at one frequency; `period` is such as `every 6 months`. */
type NextPayment = Pick<Renewal, "date" | "amountCents"> & { period: string };

/** `$342.00 on April 30, 2027, then every 3 months`. */
const nextPaymentText = ({ amountCents, date, period }: NextPayment): string =>
  `${formatCents(amountCents)} on ${formatDate(date)}, then ${period}`;

/** Returns a label that names the period where payments of several follow. */
export const periodLabel = (
  label: string,
  { period }: Pick<NextPayment, "period">,
  isOnly: boolean,
): string => (isOnly ? label : `${label} (${period})`);

/** Returns a row for each payment that follows. */
export function paymentRows(payments: readonly NextPayment[], byCard: boolean) {
  const what = byCard ? "Next charge" : "Next invoice";
  return payments.map((payment) => ({
    label: periodLabel(what, payment, payments.length === 1),
    value: nextPaymentText(payment),
  }));
}

/** Returns the payments that follow, in words; none of a contract that is cancelled. */
export function nextPayments(contract: ContractDocument, today: CalendarDate) {
  if (holdOf(contract)) return [ON_HOLD];
  const renewals = contract.cancellation ? [] : renewalsOf(contract, today);
  const payments = renewals.map(({ frequency, ...rest }) => ({
    ...rest,
    period: frequencyTerms[frequency].every,
  }));
  return paymentRows(payments, isByCard(contract));
}
