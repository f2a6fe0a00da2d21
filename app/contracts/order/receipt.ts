import type { CalendarDate } from "../../model/contracts/billing-dates.ts";
import type { ContractDocument } from "../../model/contracts/contract-document.ts";
import { openCents, payableCents } from "../../model/contracts/invoice-state.ts";
import { formatCents } from "../../model/contracts/money.ts";
import { isOwnInvoiced, ownOpenCents } from "../../model/contracts/own-invoices.ts";
import { cardPayments } from "../../model/contracts/payments.ts";
import { nextPayments } from "../../model/contracts/renewals.ts";
import { formatDate } from "../../model/format.ts";

interface ReceiptSources {
  today: CalendarDate;
  /** Path of the order's page. */
  path: string;
  cardsOn: boolean;
}

/** What the page after ordering says of the order's money. */
export type OrderReceipt = ReturnType<typeof receiptOf>;

function cardStatement(contract: ContractDocument): string {
  const { status, payment, contactInfo } = contract;
  const [first] = cardPayments(contract);
  const amount = formatCents(first?.amountCents ?? payment.amountDueToday);
  if (status !== "completed")
    return status === "pending"
      ? `Your payment of ${amount} is being confirmed. The receipt comes by email as soon as it is.`
      : `Your payment of ${amount} did not go through.`;
  const by = first && first.card !== "card" ? `, ${first.card}` : " by card";
  // Erased data has no address.
  const receipt = contactInfo.email ? ` The receipt is on its way to ${contactInfo.email}.` : "";
  return `Paid ${amount}${by}.${receipt}`;
}

function invoiceStatement(contract: ContractDocument): string {
  const { payment, invoices = [] } = contract;
  if (isOwnInvoiced(contract))
    return `Your invoice of ${formatCents(payment.amountDueToday)} comes separately.`;
  const invoice = invoices.find(({ kind }) => kind === "invoice");
  if (!invoice)
    return `Your invoice of ${formatCents(payment.amountDueToday)} is being written. You will find it with your order.`;
  const open = openCents(invoice);
  if (open > 0)
    return `Invoice ${invoice.number}: ${formatCents(open)}, due on ${formatDate(invoice.dueOn)}.`;
  return `Invoice ${invoice.number}: nothing is left to pay.`;
}

/** Returns what the page after ordering says of a contract: what was paid or is due, how, and what follows. */
export function receiptOf(contract: ContractDocument, { today, path, cardsOn }: ReceiptSources) {
  const { status, payment, invoices = [] } = contract;
  const byCard = payment.paymentMethod === "stripe";
  const invoice = byCard ? undefined : invoices.find(({ kind }) => kind === "invoice");
  const isOwed = invoice !== undefined && openCents(invoice) > 0;
  return {
    statement: byCard ? cardStatement(contract) : invoiceStatement(contract),
    isPaid: byCard && status === "completed",
    /** Whether the first invoice is to be paid by cheque. */
    byCheque: isOwed || ownOpenCents(contract) > 0,
    /** Where that invoice can be paid by card. */
    payPath: isOwed && cardsOn && payableCents(invoice) > 0 ? `${path}/invoices/${invoice.number}` : null,
    follows: nextPayments(contract, today),
    path,
  };
}
