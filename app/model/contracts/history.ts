import type { CalendarDate } from "./billing-dates.ts";
import { sumCents, type Cents } from "./money.ts";

/** What can happen to a contract, with an admin's words for it. */
export const EVENT_LABELS = {
  offered: "Offer created",
  edited: "Offer edited",
  placed: "Order placed",
  "prices-differ": "Prices had changed when the order was stored",
  signed: "Signed by the client",
  charged: "Card charged",
  "charge-failed": "Card declined",
  "charge-abandoned": "Unpaid charge cancelled",
  invoiced: "Invoice issued",
  "own-invoice": "Your own invoice is due",
  "invoice-voided": "Invoice voided",
  credited: "Credit note issued",
  received: "Payment received",
  "credit-kept": "Kept as a credit",
  "credit-freed": "Credited after it was paid, kept as a credit",
  "credit-used": "Paid from credit",
  "unpaid-asked": "Unpaid invoices: go on?",
  "invoices-paused": "Invoices paused",
  "invoices-continued": "Invoices continued",
  "renewal-reminded": "Renewal reminder sent",
  "invoice-reminded": "Payment reminder sent",
  "cancellation-requested": "Cancellation requested",
  "cancellation-revoked": "Cancellation revoked",
  cancelled: "Cancelled",
  refunded: "Refunded",
  "refund-refused": "Refund refused by Stripe",
  disputed: "Payment disputed",
} as const;

export type EventKind = keyof typeof EVENT_LABELS;

export interface ContractEvent {
  /** Says which event it is, so that one that is told twice stands once: `charged-in_1`, `invoiced-2026-0001`. */
  _key: string;
  /** ISO time. */
  at: string;
  kind: EventKind;
  /** `client`, or the admin's email. Absent for what happens by itself. */
  by?: string;
  amountCents?: Cents;
  /** The card that was charged or declined. */
  card?: { brand: string; last4: string };
  /** Of a form that an admin sent: sending it again is the same event. */
  nonce?: string;
  /** Number of the invoice or credit note that it is about. */
  invoice?: string;
  /** Of a payment for several invoices: what each of them got. Of a reminder of several: what is open of each. */
  parts?: { _key: string; invoice: string; amountCents: Cents }[];
  /** Of a declined renewal: when Stripe tries again, an ISO time, `""` after the last try. */
  nextTryAt?: string;
  /** Of a declined renewal that the bank wants to have confirmed: Stripe's page for that. */
  confirmUrl?: string;
  /** Of a reminder: the day on which services renew. Of a payment by cheque: the day on which it came in. */
  date?: CalendarDate;
  /** Number of the cheque that was received. */
  cheque?: string;
  /** Of a refund: what came in by cheque was paid back by hand, not by Stripe. */
  byHand?: boolean;
  note?: string;
}

/**
 * Returns events in the order of their times. Stripe's are whole seconds, ours are not, so those of one second stay as they
 * stand: the history is written in the order in which things happened.
 */
export function inOrder<Event extends { at?: string }>(events: readonly Event[]): Event[] {
  const second = ({ at = "" }: Event) => at.slice(0, "2026-11-23T12:00:00".length);
  return events.toSorted((a, b) => second(a).localeCompare(second(b)));
}

/** Returns the history with an event, unless it is there already. */
export function withEvent(
  history: readonly ContractEvent[] | undefined,
  event: ContractEvent,
): ContractEvent[] {
  const known = [...(history ?? [])];
  return hasEvent(known, event._key) ? known : [...known, event];
}

/** Returns an author as text that can follow "by": `the client`, `Stripe` or the admin's email. */
export const authorOf = (by: string): string => (by === "client" ? "the client" : by);

/** Returns the sum of the amounts of events. */
export const eventCents = (events: readonly ContractEvent[]): Cents =>
  sumCents(events, ({ amountCents = 0 }) => amountCents);

export function hasEvent(history: readonly ContractEvent[] | undefined, key: string): boolean {
  return (history ?? []).some(({ _key }) => _key === key);
}
