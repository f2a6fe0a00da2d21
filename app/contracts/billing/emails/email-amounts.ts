import { amountRows, type AmountRow } from "../../../model/contracts/amounts.ts";
import {
  addMonths,
  daysBetween,
  formatDate,
  type CalendarDate,
} from "../../../model/contracts/billing-dates.ts";
import type {
  ContractDocument,
  InvoiceSummary,
  StoredLine,
  StoredSchedule,
} from "../../../model/contracts/contract-document.ts";
import { frequencyTerms, type PaymentFrequency } from "../../../model/contracts/frequency.ts";
import { formatCents, type Cents } from "../../../model/contracts/money.ts";

// Amounts of a contract as emails show them. Nothing that a visitor typed is among them: custom lines with a price were
// entered by an admin.

/** Names of the frequencies without their discount. */
const FREQUENCY_NAMES: Record<PaymentFrequency, string> = {
  monthly: "monthly",
  quarterly: "quarterly",
  biannually: "every 6 months",
  annually: "annually",
};

function lineLabel({ title, quantity, frequency }: StoredLine, months = 0): string {
  const name = quantity > 1 ? `${quantity} × ${title}` : title;
  if (!frequency) return name;
  const length = months > 1 ? `, ${months} months` : months === 1 ? ", 1 month" : "";
  return `${name} (${FREQUENCY_NAMES[frequency]}${length})`;
}

const row = (label: string, cents: Cents): AmountRow => ({ label, cents, isSum: false });
const total = (label: string, cents: Cents): AmountRow => ({ label, cents, isSum: true });

/** A line before any discount, for the months that the total counts. */
function orderedRow(line: StoredLine): AmountRow {
  const terms = line.frequency && frequencyTerms[line.frequency];
  const months = terms ? terms.months * terms.periodsInTotal : 0;
  return row(lineLabel(line, months), line.totalCents + line.discountCents + line.couponCents);
}

/**
 * Returns the rows of an order: its services before any discount, the discounts, the total. They add up. Contracts that were
 * stored without lines have their services in one row per kind.
 */
export function orderRows({ lines, payment, status, couponCode }: ContractDocument): AmountRow[] {
  const { couponDiscount = 0, refundedAmount: _refunded, ...amounts } = payment;
  const rows = amountRows({ ...amounts, couponDiscount, refundedAmount: 0 }, status, couponCode);
  const discount = rows.findIndex(({ label }) => label === "Discount");
  const sum = rows.findIndex(({ label }) => label === "Total");
  const services = lines ? lines.map(orderedRow) : rows.slice(0, discount).filter(({ cents }) => cents > 0);
  const discounts = rows.slice(discount, sum).filter(({ cents }) => cents !== 0);
  return [...services, ...discounts, ...rows.slice(sum, sum + 1)];
}

const add = (rows: readonly AmountRow[]): Cents => rows.reduce((all, { cents }) => all + cents, 0);

/** Rows that add up to what was charged or invoiced; only the sum when they do not. */
function itemized(rows: readonly AmountRow[], label: string, cents: Cents): AmountRow[] {
  return [...(rows.length > 0 && add(rows) === cents ? rows : []), total(label, cents)];
}

const periodRows = (lines: readonly StoredLine[], frequencies: readonly unknown[]): AmountRow[] =>
  lines
    .filter(({ frequency }) => frequencies.includes(frequency))
    .map((line) => row(lineLabel(line), line.paymentCents));

/** Returns the rows of an invoice, as far as the contract's lines explain its total. */
export function invoiceRows(
  { lines = [] }: ContractDocument,
  { frequency, totalCents }: InvoiceSummary,
): AmountRow[] {
  const rows = frequency
    ? periodRows(lines, [frequency])
    : lines.map((line) => row(lineLabel(line), line.dueTodayCents));
  return itemized(rows, "Total", totalCents);
}

/** Every choice of at least one of the payments that repeat, single ones first; there are at most four. */
function choices(schedule: readonly StoredSchedule[]): StoredSchedule[][] {
  return Array.from({ length: 2 ** schedule.length - 1 }, (_, bits) =>
    schedule.filter((_entry, index) => ((bits + 1) >> index) % 2 === 1),
  ).toSorted((a, b) => a.length - b.length);
}

/** Returns the rows of a renewal that was charged: the services whose periods add up to the amount. */
export function renewalRows(
  { lines = [], payment }: ContractDocument,
  label: string,
  cents: Cents,
): AmountRow[] {
  const charged = choices(payment.schedule).find(
    (entries) => entries.reduce((sum, { amountCents }) => sum + amountCents, 0) === cents,
  );
  const frequencies = charged?.map(({ frequency }) => frequency) ?? [];
  return itemized(periodRows(lines, frequencies), label, cents);
}

/** What renews on a date. */
export interface Renewal {
  rows: AmountRow[];
  amountCents: Cents;
  /** What the first period cost, when a coupon made it cheaper and this is the second; else null. */
  previousCents: Cents | null;
  /** Such as `every 6 months`; of the first when several renew together. */
  period: string;
}

const SECOND_PERIOD_DAYS = 20;

function firstPeriodCents({ lines = [] }: ContractDocument, { frequency }: StoredSchedule): Cents {
  return lines
    .filter((line) => line.frequency === frequency)
    .reduce((all, { dueTodayCents }) => all + dueTodayCents, 0);
}

/** Returns what renews on a date, or null when nothing does. */
export function renewalOn(contract: ContractDocument, date: CalendarDate): Renewal | null {
  const due = contract.payment.schedule.filter(({ nextDate }) => nextDate === date);
  const [first] = due;
  if (!first) return null;
  const amountCents = due.reduce((sum, entry) => sum + entry.amountCents, 0);
  const before = due.reduce((sum, entry) => {
    const isSecond = daysBetween(addMonths(contract.date, entry.months), date) < SECOND_PERIOD_DAYS;
    return sum + (isSecond && contract.lines ? firstPeriodCents(contract, entry) : entry.amountCents);
  }, 0);
  return {
    rows: renewalRows(contract, "Total", amountCents),
    amountCents,
    previousCents: before === amountCents ? null : before,
    period: frequencyTerms[first.frequency].every,
  };
}

/** Returns a fact for each payment that follows: amount, date, period. */
export function nextPayments({ payment }: ContractDocument): { label: string; value: string }[] {
  const { schedule, paymentMethod } = payment;
  const what = paymentMethod === "stripe" ? "Next charge" : "Next invoice";
  return schedule.map(({ frequency, amountCents, nextDate }) => {
    const { every } = frequencyTerms[frequency];
    return {
      label: schedule.length > 1 ? `${what} (${FREQUENCY_NAMES[frequency]})` : what,
      value: nextDate
        ? `${formatCents(amountCents)} on ${formatDate(nextDate)}, then ${every}`
        : `${formatCents(amountCents)} ${every}`,
    };
  });
}
