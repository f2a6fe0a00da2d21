import { dateOf, formatDate } from "../format.ts";
import { startOf } from "./cancellation.ts";
import { nameOfCard } from "./card.ts";
import type { ContractDocument } from "./contract-document.ts";
import { eventCents, inOrder, type ContractEvent } from "./history.ts";
import { firstInvoice, renewalContent } from "./invoice-content.ts";
import type { InvoiceContent } from "./invoice.ts";
import { formatCents, type Cents } from "./money.ts";
import { BY_HAND_LABEL, BY_HAND_NAME } from "./pay-by.ts";

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

/** Returns the content of the first receipt by card, else of the first invoice. */
export function firstContent(contract: ContractDocument): InvoiceContent {
  const [first] = cardPayments(contract);
  return first?.content ?? firstInvoice(contract, startOf(contract));
}

/** A payment by card, as its receipt has it. */
export type CardPayment = ReturnType<typeof cardPayments>[number];

const refundContent = (amountCents: Cents, description: string): InvoiceContent => ({
  lines: [{ _key: "refund", description, detail: "", quantity: 1, unitCents: amountCents, amountCents }],
  subtotalCents: amountCents,
  discountCents: 0,
  couponCents: 0,
  couponCode: "",
  taxCents: 0,
  totalCents: amountCents,
  frequency: "",
  periodStart: "",
  periodEnd: "",
});

/** Returns the refunds of a contract, in the order in which they were told, so that none changes its number. */
export function refundsOf(contract: ContractDocument) {
  const { history = [] } = contract;
  const refunds = history.filter(({ kind }) => kind === "refunded");
  const paidBy = history.filter(({ kind }) => kind === "charged" || kind === "received");
  const cards = new Set(paidBy.map(({ card }) => nameOfCard(card ?? {})).filter(Boolean));
  // Refunds that were stored by earlier versions do not name it.
  const [onlyCard = "your card"] = cards.size === 1 ? cards : [];
  return refunds.map((event, index) => {
    const { amountCents = 0, byHand = false } = event;
    /** Where the money went: `Visa ending in 4242`. */
    const card = byHand ? BY_HAND_LABEL : nameOfCard(event.card ?? {}) || onlyCard;
    return {
      key: event._key,
      /** From 1 on. */
      count: index + 1,
      paidOn: dateOf(new Date(event.at)),
      amountCents,
      byCard: !byHand,
      card,
      content: refundContent(amountCents, byHand ? `Refund by ${BY_HAND_NAME}` : `Refund to ${card}`),
    };
  });
}

/** A refund, as its receipt has it. */
export type Refund = ReturnType<typeof refundsOf>[number];

/** The periods that a payment is for, each once. */
export const periodsOf = ({ lines }: InvoiceContent): string =>
  [...new Set(lines.map(({ detail }) => detail).filter(Boolean))].join("; ");

/** Returns the payments by card of a contract and its refunds, the newest first. */
export function listPayments(contract: ContractDocument, reference: string) {
  const payments = cardPayments(contract).map((payment) => ({
    kind: "receipt" as const,
    number: receiptNumber(reference, payment),
    date: payment.paidOn,
    card: payment.card,
    period: periodsOf(payment.content),
    cents: payment.amountCents,
  }));
  const refunds = refundsOf(contract).map((refund) => ({
    kind: "refund" as const,
    number: refundNumber(reference, refund),
    date: refund.paidOn,
    card: refund.card,
    period: "",
    cents: -refund.amountCents,
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

/** Returns the number of a refund's receipt: `7KQ2-M9XD-R1`. */
export const refundNumber = (reference: string, { count }: Pick<Refund, "count">): string =>
  `${reference}-R${count}`;

/** Returns the payment by card or the refund whose receipt has a number, and which of the two; null for another number. */
export function findReceipt(contract: ContractDocument, reference: string, number: string) {
  const payment = cardPayments(contract).find((known) => receiptNumber(reference, known) === number);
  if (payment) return { kind: "receipt", ...payment } as const;
  const refund = refundsOf(contract).find((known) => refundNumber(reference, known) === number);
  return refund ? ({ kind: "refund", ...refund } as const) : null;
}

export type FoundReceipt = NonNullable<ReturnType<typeof findReceipt>>;

/** Stands for a charge in refunds of payments that were received without a card. */
export const BY_HAND = "by-hand";

type WithHistory = Pick<ContractDocument, "history">;

/** Returns what was paid back by hand so far. */
export function byHandRefunded({ history = [] }: WithHistory): Cents {
  const refunds = history.filter(({ kind, byHand }) => kind === "refunded" && byHand);
  return eventCents(refunds);
}

/** Returns the sum of payments received without a card, less refunds made by hand, in cents. */
export function byHandLeft({ history = [] }: WithHistory): Cents {
  const received = history.filter(({ kind, card }) => kind === "received" && !card);
  return Math.max(0, eventCents(received) - byHandRefunded({ history }));
}
