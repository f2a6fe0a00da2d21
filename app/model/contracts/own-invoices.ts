import type { ContractDocument, PaymentStatus } from "./contract-document.ts";
import { eventCents, type ContractEvent } from "./history.ts";
import { openCents } from "./invoice-state.ts";
import type { Cents } from "./money.ts";

// With "We send our own" the site makes no invoice of an order. It notes when an amount becomes due (`own-invoice`) and what an
// admin records as received, which names no invoice then. What is still to pay follows from the history.

/** Stands for the number of an invoice in the form that records what came in for an order whose invoices the owner sends. */
export const OWN_INVOICES = "own";

type WithHistory = Pick<ContractDocument, "history">;

/** Returns what has become due of an order by invoices of the owner's; 0 where this site makes all of them. */
export const ownInvoicedCents = ({ history = [] }: WithHistory): Cents =>
  eventCents(history.filter(({ kind }) => kind === "own-invoice"));

/** Whether an amount of an order is due by an invoice of the owner's. */
export const isOwnInvoiced = ({ history = [] }: WithHistory): boolean =>
  history.some(({ kind }) => kind === "own-invoice");

/** Returns what was received for invoices of the owner's. */
export const ownReceivedCents = ({ history = [] }: WithHistory): Cents =>
  eventCents(history.filter(({ kind, invoice }) => kind === "received" && !invoice));

/** Returns what is still to pay of invoices of the owner's; 0 once a card was charged instead. */
export function ownOpenCents({
  payment,
  history = [],
}: WithHistory & { payment: Pick<ContractDocument["payment"], "paymentMethod"> }): Cents {
  if (payment.paymentMethod === "stripe") return 0;
  return Math.max(0, ownInvoicedCents({ history }) - ownReceivedCents({ history }));
}

/** Returns the fields of a contract by invoice with a new history: it is completed when nothing of it is open, and stays so. */
export function ownFields(
  {
    status,
    payment,
    invoices = [],
  }: Pick<ContractDocument, "payment" | "invoices"> & { status: PaymentStatus },
  history: ContractEvent[],
): Record<string, unknown> {
  const isSettled =
    ownOpenCents({ payment, history }) === 0 && invoices.every((invoice) => openCents(invoice) === 0);
  return {
    history,
    ...(status === "invoice" && isSettled
      ? { status: "completed", "payment.paymentStatus": "completed" }
      : {}),
  };
}
