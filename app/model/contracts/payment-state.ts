import { formatDay } from "../format.ts";
import type { CalendarDate } from "./billing-dates.ts";
import { isByCard, lastDayOf } from "./cancellation.ts";
import type { Cancellation, ContractDocument, InvoiceSummary, PaymentState } from "./contract-document.ts";
import { holdOf, type Holdable } from "./hold.ts";
import { openCents } from "./invoice-state.ts";
import { formatCents, sumCents } from "./money.ts";
import { ownOpenCents } from "./own-invoices.ts";

export const PAYMENT_STATE_LABELS: Record<PaymentState, string> = {
  waiting: "Waiting for payment",
  due: "Due",
  paid: "Paid",
  overdue: "Overdue",
  failed: "Failed",
  refunded: "Refunded",
  cancelled: "Cancelled",
};

/** What the column "Payment" says and is filtered by: the payment state, that nobody has signed yet, or one of `paymentMarks`. */
export const PAYMENT_LABELS = {
  ...PAYMENT_STATE_LABELS,
  unsigned: "Not signed",
  "partly-refunded": "Partly refunded",
  ending: "Cancelled, still running",
  held: "Invoices on hold",
};
export type PaymentFilter = keyof typeof PAYMENT_LABELS;

export function isPaymentFilter(value: unknown): value is PaymentFilter {
  return typeof value === "string" && Object.hasOwn(PAYMENT_LABELS, value);
}

type Paid = Pick<
  ContractDocument,
  "status" | "payment" | "agreedToTerms" | "offer" | "invoices" | "cancellation" | "history"
>;

function invoiceState(contract: Paid, today: CalendarDate): "due" | "overdue" | null {
  const { invoices = [] } = contract;
  const open = invoices.filter(({ kind, status }) => kind === "invoice" && status === "open");
  if (open.length === 0) return ownOpenCents(contract) > 0 ? "due" : null;
  return open.some(({ dueOn }) => dueOn < today) ? "overdue" : "due";
}

/** Whether all invoices of a contract were voided or credited, so that nothing is owed. */
export function isWrittenOff({ invoices = [] }: Pick<Paid, "invoices">): boolean {
  const issued = invoices.filter(({ kind }) => kind === "invoice");
  return issued.length > 0 && issued.every(({ status }) => status === "void" || status === "credited");
}

function isRefunded({ payment }: Pick<Paid, "payment">): boolean {
  const { refundedAmount = 0, receivedAmount = payment.amountDueToday } = payment;
  return refundedAmount > 0 && refundedAmount >= receivedAmount;
}

type Marked = Holdable &
  Pick<Paid, "payment"> & {
    cancellation?: Pick<Cancellation, "endsOn" | "requestedAt" | "endedAt"> | null;
  };

/** Returns what stands beside the payment state: that a part was refunded, when cancelled services end ("Ends Nov 22, 2027"), and that
 * no further invoice is issued. */
export function paymentMarks(contract: Marked): string[] {
  const { payment, cancellation } = contract;
  const isPartly = (payment.refundedAmount ?? 0) > 0 && !isRefunded({ payment });
  const ends = cancellation && !cancellation.endedAt ? lastDayOf(cancellation.endsOn, cancellation) : null;
  return [
    ...(isPartly ? [PAYMENT_LABELS["partly-refunded"]] : []),
    ...(ends ? [`Ends ${formatDay(ends)}`] : []),
    ...(holdOf(contract) ? [PAYMENT_LABELS.held] : []),
  ];
}

/** Returns the overdue amount and the oldest due date, such as `$132.00 since Nov 12, 2026`; empty if nothing is overdue. */
export function overdueMark(invoices: readonly InvoiceSummary[], today: CalendarDate): string[] {
  const overdue = invoices.filter((invoice) => openCents(invoice) > 0 && invoice.dueOn < today);
  const [oldest] = overdue.map(({ dueOn }) => dueOn).toSorted();
  return oldest ? [`${formatCents(sumCents(overdue, openCents))} since ${formatDay(oldest)}`] : [];
}

/** `Paid, by card`: where the money of an accepted contract stands, and how it is paid. */
export function paymentWords(contract: Paid, today: CalendarDate): string {
  const state = paymentStateOf(contract, today) ?? "waiting";
  return `${PAYMENT_STATE_LABELS[state]}, ${isByCard(contract) ? "by card" : "by invoice"}`;
}

/** Returns the payment state of a contract on a date; null for an offer that nobody has signed. */
export function paymentStateOf(contract: Paid, today: CalendarDate): PaymentState | null {
  const { status, payment, cancellation } = contract;
  if (contract.offer && !contract.agreedToTerms) return null;
  const owed = invoiceState(contract, today);
  if (isRefunded(contract) && owed !== "overdue") return "refunded";
  if (status === "error" || payment.chargeFailedAt) return "failed";
  if (owed) return owed;
  if (cancellation?.endedAt || isWrittenOff(contract)) return "cancelled";
  if (status === "pending") return "waiting";
  return status === "completed" ? "paid" : "due";
}
