import { dateOf } from "../format.ts";
import { addDays, addMonths, type CalendarDate } from "./billing-dates.ts";
import type { ContractDocument, InvoiceSummary } from "./contract-document.ts";
import type { ContractEvent } from "./history.ts";
import { holdOf } from "./hold.ts";
import { openCents, payableCents } from "./invoice-state.ts";
import { sumCents } from "./money.ts";

type Overdue = Pick<ContractDocument, "invoices" | "history" | "payment" | "cancellation">;

/** Whether a client is reminded of an invoice: of ours, and of no less than a card can be charged. */
export const isOwed = (invoice: InvoiceSummary): boolean => payableCents(invoice) > 0;

/** Returns the invoices that are past their due date, the oldest first. */
export const overdueInvoices = (
  { invoices = [] }: Pick<ContractDocument, "invoices">,
  today: CalendarDate,
): InvoiceSummary[] => invoices.filter((invoice) => isOwed(invoice) && invoice.dueOn < today);

const partsOf = (invoices: readonly InvoiceSummary[]) =>
  invoices
    .filter(isOwed)
    .map((invoice) => ({ _key: invoice.number, invoice: invoice.number, amountCents: openCents(invoice) }));

/**
 * Returns the reminder that is due on a date, or null: one for each of the days after an invoice's due date, and after an outage only
 * the latest. Where several invoices are overdue it names all that is open, and a month passes before the next one.
 */
export function dueReminder(contract: Overdue, days: readonly number[], now: Date): ContractEvent | null {
  const today = dateOf(now);
  const overdue = overdueInvoices(contract, today);
  const reached = overdue.flatMap((invoice) => {
    const latest = Math.max(...days.filter((after) => addDays(invoice.dueOn, after) <= today));
    const last = invoice.remindedOn.at(-1) ?? "";
    return Number.isFinite(latest) && addDays(invoice.dueOn, latest) > last ? [{ invoice, latest }] : [];
  });
  const [due] = reached;
  const lastOn = overdue
    .flatMap(({ remindedOn }) => remindedOn)
    .toSorted()
    .at(-1);
  if (!due || (overdue.length > 1 && lastOn && addMonths(lastOn, 1) > today)) return null;
  const parts = partsOf(contract.invoices ?? []);
  const { number } = due.invoice;
  return {
    _key: `invoice-reminded-${number}-${due.latest}`,
    at: now.toISOString(),
    kind: "invoice-reminded",
    amountCents: sumCents(parts, ({ amountCents }) => amountCents),
    invoice: number,
    note: parts.map(({ invoice }) => invoice).join(", "),
    ...(parts.length > 1 ? { parts } : {}),
  };
}

/** The admins are asked on the day of this reminder. */
const ASKED_AFTER = 2;

/** When nobody is reminded. */
const ASKED_AFTER_DAYS = 21;

/**
 * Returns the question to the admins that is due on a date, or null: an invoice of services that go on has reached the day of its
 * second reminder, sent or not, since they were asked last, and what is overdue is a payment of these services or more.
 */
export function dueQuestion(contract: Overdue, days: readonly number[], now: Date): ContractEvent | null {
  const { payment, cancellation, history = [] } = contract;
  const today = dateOf(now);
  const overdue = overdueInvoices(contract, today);
  const askedAfter =
    days.toSorted((a, b) => a - b)[Math.min(ASKED_AFTER, days.length) - 1] ?? ASKED_AFTER_DAYS;
  const lastAt = history.findLast(({ kind }) => kind === "unpaid-asked")?.at;
  const lastOn = lastAt ? dateOf(new Date(lastAt)) : "";
  const isRipe = overdue.some(({ dueOn }) => {
    const day = addDays(dueOn, askedAfter);
    return day <= today && day > lastOn;
  });
  const amountCents = sumCents(overdue, openCents);
  const isLittle = amountCents < Math.min(...payment.schedule.map((entry) => entry.amountCents));
  if (!isRipe || isLittle || payment.schedule.length === 0 || cancellation || holdOf(contract)) return null;
  return {
    _key: `unpaid-asked-${today}`,
    at: now.toISOString(),
    kind: "unpaid-asked",
    amountCents,
    invoice: overdue[0]?.number ?? "",
    note: overdue.map(({ number }) => number).join(", "),
  };
}
