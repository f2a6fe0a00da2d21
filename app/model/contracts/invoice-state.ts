import type { CalendarDate } from "./billing-dates.ts";
import type { ContractDocument, InvoiceSummary, PaymentStatus } from "./contract-document.ts";
import { eventCents } from "./history.ts";
import type { Cents } from "./money.ts";

/** Where an invoice stands on a date. */
export type InvoiceState = InvoiceSummary["status"] | "overdue";

export const INVOICE_STATES: Record<InvoiceState, string> = {
  open: "Open",
  overdue: "Overdue",
  paid: "Paid",
  void: "Void",
  credited: "Credited",
};

/** Returns what is still to be paid of an invoice; 0 for one that is void and for credit notes. */
export function openCents({
  kind,
  status,
  totalCents,
  creditedCents = 0,
  receivedCents,
}: InvoiceSummary): Cents {
  return kind === "invoice" && status === "open" ? totalCents - creditedCents - receivedCents : 0;
}

export function invoiceState({ kind, status, dueOn }: InvoiceSummary, today: CalendarDate): InvoiceState {
  return kind === "invoice" && status === "open" && dueOn < today ? "overdue" : status;
}

/** Returns an invoice after money or credit came in. What is fully credited is credited, what is settled otherwise is paid. */
function settle(invoice: InvoiceSummary): InvoiceSummary {
  if (openCents(invoice) > 0) return invoice;
  return { ...invoice, status: invoice.receivedCents > 0 || invoice.totalCents === 0 ? "paid" : "credited" };
}

/** Returns an open invoice after money came in, no more than is open. */
export const withReceived = (invoice: InvoiceSummary, cents: Cents): InvoiceSummary =>
  settle({ ...invoice, receivedCents: invoice.receivedCents + cents });

export function withCredit(invoice: InvoiceSummary, cents: Cents): InvoiceSummary {
  const credited = { ...invoice, creditedCents: (invoice.creditedCents ?? 0) + cents };
  return invoice.status === "open" ? settle(credited) : credited;
}

/** What a credit note may still take off an invoice. */
export const creditableCents = ({ status, totalCents, creditedCents = 0 }: InvoiceSummary): Cents =>
  status === "void" ? 0 : totalCents - creditedCents;

/** Stripe charges no less. */
const MIN_CHARGE_CENTS = 50;

/** Returns what a card can be charged for an invoice; 0 for one that is settled. */
export function payableCents(invoice: InvoiceSummary): Cents {
  const open = openCents(invoice);
  return open >= MIN_CHARGE_CENTS ? open : 0;
}

/** One charge names its invoices, for which Stripe has room for no more. */
const MAX_PAID_AT_ONCE = 20;

/** Returns the invoices that one charge of a card pays, the oldest first. */
export const paidAtOnce = (invoices: readonly InvoiceSummary[]): InvoiceSummary[] =>
  invoices.filter((invoice) => payableCents(invoice) > 0).slice(0, MAX_PAID_AT_ONCE);

/** Returns what was paid of an invoice: in money, and from the contract's credit. */
export function paidOf(
  { history = [] }: Pick<ContractDocument, "history">,
  { number, receivedCents }: InvoiceSummary,
): { receivedCents: Cents; fromCreditCents: Cents } {
  const fromCreditCents = eventCents(
    history.filter(({ kind, invoice }) => kind === "credit-used" && invoice === number),
  );
  return { receivedCents: receivedCents - fromCreditCents, fromCreditCents };
}

/** Returns the invoices of a contract, newest first. */
export function listInvoices(
  { invoices = [], history = [] }: Pick<ContractDocument, "invoices" | "history">,
  today: CalendarDate,
) {
  return invoices
    .map((invoice) => ({
      ...paidOf({ history }, invoice),
      number: invoice.number,
      kind: invoice.kind,
      issuedOn: invoice.issuedOn,
      dueOn: invoice.dueOn,
      totalCents: invoice.totalCents,
      creditedCents: invoice.creditedCents ?? 0,
      openCents: openCents(invoice),
      /** What a card can be charged. */
      payableCents: payableCents(invoice),
      /** What a credit note may still take off it. */
      creditableCents: invoice.kind === "invoice" ? creditableCents(invoice) : 0,
      state: invoiceState(invoice, today),
    }))
    .toReversed();
}

export type InvoiceItem = ReturnType<typeof listInvoices>[number];

export const replaced = (invoices: readonly InvoiceSummary[], next: InvoiceSummary): InvoiceSummary[] =>
  invoices.map((invoice) => (invoice.number === next.number ? next : invoice));

/** Returns the fields of a contract whose last open invoice is settled: it is completed, and stays so. */
export function completedFields(
  status: PaymentStatus,
  invoices: readonly InvoiceSummary[],
): Record<string, unknown> {
  const issued = invoices.filter(({ kind }) => kind === "invoice");
  const settled = issued.every((invoice) => invoice.status !== "open");
  const isPaid = issued.some((invoice) => invoice.status === "paid");
  return status === "invoice" && settled && isPaid
    ? { status: "completed", "payment.paymentStatus": "completed" }
    : {};
}
