import { firstPayment } from "../../model/contracts/account.ts";
import type { CalendarDate } from "../../model/contracts/billing-dates.ts";
import type { ContractDocument } from "../../model/contracts/contract-document.ts";
import { formatCents } from "../../model/contracts/money.ts";
import { ownOpenCents } from "../../model/contracts/own-invoices.ts";
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

type FirstPayment = ReturnType<typeof firstPayment>;

function cardStatement(
  { status, contactInfo }: ContractDocument,
  { amountCents, charge }: Extract<FirstPayment, { by: "card" }>,
): string {
  const amount = formatCents(amountCents);
  if (status !== "completed")
    return status === "pending"
      ? `Your payment of ${amount} is being confirmed. The receipt comes by email as soon as it is.`
      : `Your payment of ${amount} did not go through.`;
  const by = charge && charge.card !== "card" ? `, ${charge.card}` : " by card";
  // Erased data has no address.
  const receipt = contactInfo.email ? ` The receipt is on its way to ${contactInfo.email}.` : "";
  return `Paid ${amount}${by}.${receipt}`;
}

function invoiceStatement(first: Exclude<FirstPayment, { by: "card" }>): string {
  const amount = formatCents(first.amountCents);
  if (first.by === "own-invoice") return `Your invoice of ${amount} comes separately.`;
  if (!first.invoice) return `Your invoice of ${amount} is being written. You will find it with your order.`;
  const { number, openCents, dueOn } = first.invoice;
  return openCents > 0
    ? `Invoice ${number}: ${formatCents(openCents)}, due on ${formatDate(dueOn)}.`
    : `Invoice ${number}: nothing is left to pay.`;
}

/** Returns what the page after ordering says of a contract: what was paid or is due, how, and what follows. */
export function receiptOf(contract: ContractDocument, { today, path, cardsOn }: ReceiptSources) {
  const first = firstPayment(contract);
  const byCard = first.by === "card";
  const invoice = first.by === "invoice" ? first.invoice : undefined;
  const isOwed = invoice !== undefined && invoice.openCents > 0;
  return {
    statement: byCard ? cardStatement(contract, first) : invoiceStatement(first),
    isPaid: byCard && contract.status === "completed",
    /** Whether it says how the first invoice is paid without a card. */
    hasTerms: isOwed || ownOpenCents(contract) > 0,
    /** Where that invoice can be paid by card. */
    payPath: isOwed && cardsOn && invoice.payableCents > 0 ? `${path}/invoices/${invoice.number}` : null,
    follows: nextPayments(contract, today),
    path,
  };
}
