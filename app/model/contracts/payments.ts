import { dateOf, formatDate } from "../format.ts";
import { startOf } from "./cancellation.ts";
import { nameOfCard } from "./card.ts";
import type { ContractDocument } from "./contract-document.ts";
import { eventCents, inOrder, type ContractEvent } from "./history.ts";
import { firstInvoice, renewalContent } from "./invoice-content.ts";
import type { InvoiceContent } from "./invoice.ts";
import { formatCents, type Cents } from "./money.ts";

const cardOf = ({ card }: ContractEvent, { payment }: ContractDocument): string =>
  nameOfCard(card ?? payment.card ?? {}) || "card";

/** Returns the charges of a card, the oldest first. Receipts are numbered in this order. */
export const chargesOf = (history: readonly ContractEvent[]): ContractEvent[] =>
  inOrder(history).filter(({ kind }) => kind === "charged");

/** Returns the payments by card of a contract, the oldest first. */
export function cardPayments(contract: ContractDocument) {
  return chargesOf(contract.history ?? []).map((event, index) => {
    const paidOn = dateOf(new Date(event.at));
    const { amountCents = 0 } = event;
    const isFirst = index === 0 && amountCents === contract.payment.amountDueToday;
    return {
      key: event._key,
      /** From 1 on. */
      count: index + 1,
      paidOn,
      amountCents,
      /** `Visa ending in 4242`; `card` while it is not known. */
      card: cardOf(event, contract),
      content: isFirst
        ? firstInvoice(contract, paidOn)
        : renewalContent(contract, startOf(contract), paidOn, amountCents),
    };
  });
}

/** A payment by card, as its receipt has it. */
export type CardPayment = ReturnType<typeof cardPayments>[number];

/** The periods that a payment is for, each once. */
const periodsOf = ({ lines }: InvoiceContent): string =>
  [...new Set(lines.map(({ detail }) => detail).filter(Boolean))].join("; ");

/** Returns the payments by card of a contract and its refunds, the newest first. */
export function listPayments(contract: ContractDocument, reference: string) {
  const payments = cardPayments(contract).map((payment) => ({
    /** Of its receipt; `""` for a refund. */
    number: receiptNumber(reference, payment),
    date: payment.paidOn,
    card: payment.card,
    period: periodsOf(payment.content),
    cents: payment.amountCents,
  }));
  const refunds = inOrder(contract.history ?? [])
    .filter(({ kind }) => kind === "refunded" && payments.length > 0)
    .map(({ at, amountCents = 0 }) => ({
      number: "",
      date: dateOf(new Date(at)),
      card: "",
      period: "",
      cents: -amountCents,
    }));
  return [...payments, ...refunds].toSorted((a, b) => a.date.localeCompare(b.date)).toReversed();
}

export type PaymentItem = ReturnType<typeof listPayments>[number];

/** `$132.00 on January 31, 2027 by Visa ending in 4242`. */
export const paymentText = ({
  amountCents,
  paidOn,
  card,
}: Pick<CardPayment, "amountCents" | "paidOn" | "card">) =>
  `${formatCents(amountCents)} on ${formatDate(paidOn)} by ${card}`;

/** Returns the number of a receipt for the bookkeeper: that of the order, and which of its payments it is. */
export const receiptNumber = (reference: string, { count }: Pick<CardPayment, "count">): string =>
  `${reference}-${count}`;

/** Instead of a charge: what came in by cheque and is paid back by hand. */
export const BY_HAND = "by-hand";

type WithHistory = Pick<ContractDocument, "history">;

/** Returns what was paid back by hand so far. */
export function byHandRefunded({ history = [] }: WithHistory): Cents {
  const refunds = history.filter(({ kind, byHand }) => kind === "refunded" && byHand);
  return eventCents(refunds);
}

/** Returns what was received by cheque and not paid back. */
export function byHandLeft({ history = [] }: WithHistory): Cents {
  const cheques = history.filter(({ kind, card }) => kind === "received" && !card);
  const received = eventCents(cheques);
  return Math.max(0, received - byHandRefunded({ history }));
}
