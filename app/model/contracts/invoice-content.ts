import { amountRow, serviceLabel, sumRows, untaxedPayment, type AmountRow } from "./amounts.ts";
import { periodAt, periodOf, type CalendarDate, type Period, formatPeriod } from "./billing-dates.ts";
import { firstInvoiceOf, startOf } from "./cancellation.ts";
import type { ContractDocument, InvoiceSummary, StoredLine, StoredSchedule } from "./contract-document.ts";
import { frequencyTerms, type PaymentFrequency } from "./frequency.ts";
import type { InvoiceContent, InvoiceLine } from "./invoice.ts";
import { sumCents, type Cents } from "./money.ts";
import { taxIn, taxLabel, type Tax } from "./tax.ts";

/** An amount that the lines do not explain. */
const UNCLEAR = { lines: [], tax: null, part: "paymentCents" } as const;

type Periods = (frequency: PaymentFrequency) => Period;

/** What the frequency takes off one period. The stored discount is that of all periods in the total. */
function periodDiscount({ frequency, discountCents }: StoredLine): Cents {
  return frequency ? discountCents / frequencyTerms[frequency].periodsInTotal : 0;
}

function detailOf(frequency: PaymentFrequency, period: Period): string {
  const { months } = frequencyTerms[frequency];
  return `${months === 1 ? "1 month" : `${months} months`}, ${formatPeriod(period)}`;
}

function invoiceLine(line: StoredLine, periods: Periods): InvoiceLine {
  const { _key, title, quantity, frequency } = line;
  const amountCents = untaxedPayment(line) + periodDiscount(line);
  return {
    _key,
    description: title,
    detail: frequency ? detailOf(frequency, periods(frequency)) : "",
    quantity,
    unitCents: amountCents / quantity,
    amountCents,
  };
}

interface Billed {
  lines: readonly StoredLine[];
  /** What they cost together: what the contract says. */
  amountCents: Cents;
  /** The text of the only line where the contract's lines do not add up to its amount. */
  otherwise: string;
  periods: Periods;
  tax: Tax | null | undefined;
  /** Which of their payments it is. */
  part: "dueTodayCents" | "paymentCents";
}

/** No coupon, no tax, no period. */
const PLAIN = { couponCode: "", taxCents: 0, frequency: "", periodStart: "", periodEnd: "" } as const;

function contentOf(
  { lines, amountCents, otherwise, periods, tax, part }: Billed,
  couponCents: Cents,
): InvoiceContent {
  const invoiced = lines.map((line) => invoiceLine(line, periods));
  const subtotalCents = sumCents(invoiced, (line) => line.amountCents);
  const discountCents = sumCents(lines, periodDiscount);
  const taxCents = taxIn(lines, part);
  const unclear = subtotalCents - discountCents - couponCents + taxCents !== amountCents;
  const only = { _key: "order", description: otherwise, detail: "", quantity: 1 };
  return {
    ...PLAIN,
    lines: unclear ? [{ ...only, unitCents: amountCents, amountCents }] : invoiced,
    subtotalCents: unclear ? amountCents : subtotalCents,
    discountCents: unclear ? 0 : discountCents,
    couponCents: unclear ? 0 : couponCents,
    ...(tax && !unclear ? { taxCents, taxLabel: taxLabel(tax) } : {}),
    totalCents: amountCents,
  };
}

/** Returns the first invoice of a contract that starts on a date: everything that is due when it is accepted. */
export function firstInvoice(contract: ContractDocument, startsOn: CalendarDate): InvoiceContent {
  const { lines, payment, couponCode, tax } = contract;
  const periods = (frequency: PaymentFrequency) => periodOf(startsOn, frequencyTerms[frequency].months, 0);
  const [first, ...others] = new Set(lines.flatMap(({ frequency }) => frequency ?? []));
  const billed = {
    lines,
    amountCents: payment.amountDueToday,
    otherwise: "Services as ordered",
    periods,
    tax,
    part: "dueTodayCents",
  } as const;
  const couponCents = sumCents(lines, (line) => line.couponCents);
  return {
    ...contentOf(billed, couponCents),
    couponCode: couponCents > 0 ? couponCode : "",
    periodStart: startsOn,
    periodEnd: first && others.length === 0 ? periods(first).end : "",
  };
}

/** Returns the invoice for one period of the services that are paid at one frequency. */
function periodInvoice(
  { lines, tax }: ContractDocument,
  { frequency, amountCents }: StoredSchedule,
  period: Period,
): InvoiceContent {
  const billed = {
    lines: lines.filter((line) => line.frequency === frequency),
    amountCents,
    otherwise: `Services, ${detailOf(frequency, period)}`,
    periods: () => period,
    tax,
    part: "paymentCents",
  } as const;
  return { ...contentOf(billed, 0), frequency, periodStart: period.start, periodEnd: period.end };
}

/** Returns one invoice for the periods of several frequencies, each the one in which a day is. */
export function periodsInvoice(
  contract: ContractDocument,
  entries: readonly StoredSchedule[],
  startedOn: CalendarDate,
  day: CalendarDate,
): InvoiceContent {
  const periods = (frequency: PaymentFrequency) => periodAt(startedOn, frequencyTerms[frequency].months, day);
  const [only, ...others] = entries;
  if (only && others.length === 0) return periodInvoice(contract, only, periods(only.frequency));
  const frequencies = new Set(entries.map(({ frequency }) => frequency));
  const billed = {
    lines: contract.lines.filter(({ frequency }) => frequency && frequencies.has(frequency)),
    amountCents: sumCents(entries, (entry) => entry.amountCents),
    otherwise: "Services that renew",
    periods,
    tax: contract.tax,
    part: "paymentCents",
  } as const;
  return { ...contentOf(billed, 0), periodStart: day };
}

/** Every choice of at least one of the payments that repeat; there are at most four. */
function choices(schedule: readonly StoredSchedule[]): StoredSchedule[][] {
  return Array.from({ length: 2 ** schedule.length - 1 }, (_, bits) =>
    schedule.filter((_entry, index) => ((bits + 1) >> index) % 2 === 1),
  );
}

/**
 * Returns what an amount pays that renews on a day or shortly before: the services whose periods cost it together, those whose
 * periods began last where several do.
 */
export function renewalContent(
  contract: ContractDocument,
  startedOn: CalendarDate,
  day: CalendarDate,
  amountCents: Cents,
): InvoiceContent {
  const firstStart = (entries: readonly StoredSchedule[]) =>
    entries.map(({ months }) => periodAt(startedOn, months, day).start).toSorted()[0] ?? "";
  const [renewed] = choices(contract.payment.schedule)
    .filter((entries) => sumCents(entries, (entry) => entry.amountCents) === amountCents)
    .toSorted((a, b) => firstStart(b).localeCompare(firstStart(a)) || a.length - b.length);
  if (renewed) return periodsInvoice(contract, renewed, startedOn, day);
  const periods = () => ({ start: day, end: day });
  return contentOf({ ...UNCLEAR, amountCents, otherwise: "Services that renew", periods }, 0);
}

/** Returns what an invoice of a contract is about, as far as its lines explain the total. */
export function invoicedContent(
  contract: ContractDocument,
  { number, frequency, periodStart, periodEnd, totalCents }: InvoiceSummary,
): InvoiceContent {
  const { schedule } = contract.payment;
  const entry = schedule.find((known) => known.frequency === frequency);
  const first = firstInvoiceOf(contract);
  const startedOn = startOf(contract);
  // Those of several frequencies have none, as the first one, and are about all whose periods begin with them.
  const begun = schedule.filter(
    ({ months }) => periodAt(startedOn, months, periodStart).start === periodStart,
  );
  const others = first && first.number !== number ? begun : [];
  const content = entry
    ? periodInvoice(contract, entry, { start: periodStart, end: periodEnd })
    : others.length > 0
      ? periodsInvoice(contract, others, startedOn, periodStart)
      : firstInvoice(contract, periodStart);
  if (content.totalCents === totalCents) return content;
  const periods = () => ({ start: periodStart, end: periodEnd });
  return contentOf({ ...UNCLEAR, amountCents: totalCents, otherwise: "Services", periods }, 0);
}

/** Returns the rows of an invoice or a receipt: its lines before any discount, what is taken off, the total. */
export function contentRows(content: InvoiceContent): AmountRow[] {
  return [
    ...content.lines.map(({ description, detail, quantity, amountCents }) => ({
      ...amountRow(serviceLabel({ title: description, quantity }), amountCents),
      ...(detail ? { note: detail } : {}),
    })),
    ...sumRows(content),
  ];
}

/**
 * Returns the credit note for a part of an invoice or the whole, with that part of its tax: all notes together have all of it.
 * `content`: of the invoice; `beforeCents`: what earlier notes have credited of it.
 */
export function creditNote(
  number: string,
  amountCents: Cents,
  content: InvoiceContent,
  beforeCents: Cents = 0,
): InvoiceContent {
  const description = `Credit for invoice ${number}`;
  const { taxCents: all, totalCents, taxLabel: label } = content;
  const taxOf = (cents: Cents) => (totalCents > 0 ? Math.round((all * cents) / totalCents) : 0);
  const taxCents = taxOf(beforeCents + amountCents) - taxOf(beforeCents);
  const untaxedCents = amountCents - taxCents;
  const line = { _key: "credit", description, detail: "", quantity: 1 };
  return {
    ...PLAIN,
    lines: [{ ...line, unitCents: untaxedCents, amountCents: untaxedCents }],
    subtotalCents: untaxedCents,
    discountCents: 0,
    couponCents: 0,
    totalCents: amountCents,
    ...(label && taxCents > 0 ? { taxCents, taxLabel: label } : {}),
  };
}
