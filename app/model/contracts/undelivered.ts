import { addDays, daysBetween, formatPeriod, periodAt, type Period } from "./billing-dates.ts";
import { isAtOnce, lastDayOf, startOf, unpaidFrequencies } from "./cancellation.ts";
import type { Cancellation, ContractDocument, StoredSchedule } from "./contract-document.ts";
import { eventCents } from "./history.ts";
import { formatCents, sumCents, type Cents } from "./money.ts";
import { periodCents, servicesOf } from "./renewals.ts";

// If an admin, or the owner at Stripe, ends services within a paid period, the policy promises a refund in proportion to the remaining
// days. An admin makes it as a refund or a credit note.

/** The part of a paid period after its services ended. */
export interface Undelivered {
  services: string;
  days: Period;
  cents: Cents;
}

type Ended = Pick<ContractDocument, "date" | "lines" | "payment" | "invoices" | "history">;

/** Whether a period was charged or invoiced: by card it is, unless its renewal was declined. */
function isBilled(contract: Ended, { frequency }: StoredSchedule, { start }: Period): boolean {
  const { payment, invoices = [], history = [] } = contract;
  if (payment.paymentMethod === "stripe") return !unpaidFrequencies(contract).has(frequency);
  if (start === startOf(contract)) return true;
  const isOwn = history.some(
    ({ kind, _key }) => kind === "own-invoice" && _key.endsWith(`-${start}`) && _key.includes(frequency),
  );
  const isIssued = ({ kind, status, ...invoice }: (typeof invoices)[number]) =>
    kind === "invoice" &&
    (status === "open" || status === "paid") &&
    invoice.periodStart === start &&
    (invoice.frequency === frequency || invoice.frequency === "");
  return isOwn || invoices.some(isIssued);
}

/** Returns the amount to refund for each frequency, in proportion to the days; empty if services end with their periods. */
export function undelivered(contract: Ended, cancellation: Cancellation): Undelivered[] {
  const startedOn = startOf(contract);
  const { endsOn, ends = [] } = cancellation;
  return contract.payment.schedule.flatMap((entry) => {
    const { frequency, months } = entry;
    const end = ends.find((one) => one.frequency === frequency)?.endsOn ?? endsOn;
    const lastDay = lastDayOf(end, cancellation);
    const period = periodAt(startedOn, months, lastDay);
    const days = { start: addDays(lastDay, 1), end: period.end };
    const left = daysBetween(days.start, days.end);
    // At Stripe a period that began at night can end on the day before in winter.
    const isWhole = left <= (isAtOnce(end, cancellation) ? 0 : 1);
    if (isWhole || !isBilled(contract, entry, period)) return [];
    const cents = (periodCents(contract, entry, period.end) * left) / daysBetween(period.start, period.end);
    return [{ services: servicesOf(contract, entry) || "Services", days, cents: Math.round(cents) }];
  });
}

/** Returns the amounts of `undelivered` that are neither refunded nor credited yet. */
export function owedBack(contract: Ended & Pick<ContractDocument, "cancellation">): Undelivered[] {
  const { cancellation, history = [] } = contract;
  if (!cancellation) return [];
  const rows = undelivered(contract, cancellation);
  const since = history.filter(
    ({ kind, at }) => (kind === "refunded" || kind === "credited") && at >= cancellation.requestedAt,
  );
  return eventCents(since) >= undeliveredCents(rows) ? [] : rows;
}

export const undeliveredCents = (rows: readonly Undelivered[]): Cents => sumCents(rows, ({ cents }) => cents);

/** `$187.34 for Database management, Jan 12, 2027 to Nov 27, 2027`. */
export const undeliveredText = ({ services, days, cents }: Undelivered): string =>
  `${formatCents(cents)} for ${services}, ${formatPeriod(days)}`;

/** Returns the sentences for the client, on pages and in emails. */
export const undeliveredTexts = (rows: readonly Undelivered[]): string[] =>
  rows.map(
    (row) =>
      `Not delivered any more: ${undeliveredText(row)}. We pay this back, or take it off what is still to pay.`,
  );
