import {
  canCancel,
  canClientRevoke,
  endsAtOnce,
  isByCard,
  isRunning,
  newCancellation,
  owedInvoices,
  serviceEnds,
} from "../../../model/contracts/cancellation.ts";
import type { ContractDocument } from "../../../model/contracts/contract-document.ts";
import { declinedRenewals } from "../../../model/contracts/declined.ts";
import { holdOf } from "../../../model/contracts/hold.ts";
import { renewalsOf } from "../../../model/contracts/renewals.ts";
import { owedBack, undeliveredTexts } from "../../../model/contracts/undelivered.ts";
import { dateOf } from "../../../model/format.ts";

/** Returns the renewals of a contract as its client sees them; null without recurring services that ever began. */
export function renewalView(contract: ContractDocument, { now, cardsOn }: { now: Date; cardsOn: boolean }) {
  const { cancellation = null, payment } = contract;
  const today = dateOf(now);
  const running = isRunning(contract);
  if (!running && !cancellation) return null;
  const byCard = isByCard(contract);
  const hold = holdOf(contract);
  return {
    byCard,
    card: payment.card ?? null,
    /** The next payments. */
    renewals: running && !cancellation && !hold ? renewalsOf(contract, today) : [],
    hold,
    /** Renewals that were declined and are not paid. */
    declined: running && payment.chargeFailedAt ? declinedRenewals(contract) : [],
    /** How the services can be cancelled: at once when the last renewal was not paid, else each with its period. */
    cancelling: canCancel(contract)
      ? {
          atOnce: endsAtOnce(contract),
          ends: serviceEnds(contract, newCancellation(contract, { by: "client", now }), today),
        }
      : null,
    owed: owedInvoices(contract),
    cancelled: cancellation && {
      ends: serviceEnds(contract, cancellation, today),
      ended: cancellation.endedAt !== "",
      undelivered: undeliveredTexts(owedBack(contract)),
      confirmed: cancellation.confirmedAt !== "",
      canRevoke: canClientRevoke(contract, today),
    },
    canChangeCard: cardsOn && byCard && running && !cancellation,
  };
}

/** What the client sees of the services that renew, on the private order page. */
export type RenewalView = NonNullable<ReturnType<typeof renewalView>>;

/** What a client can do with the services that renew. */
export const ORDER_INTENTS = ["cancel", "keep", "card"] as const;
export type OrderIntent = (typeof ORDER_INTENTS)[number];

/** What the order page says of how it went, and the HTTP status. `waiting`: cancelled here, but Stripe does not answer yet. */
export const ORDER_CHANGES = {
  cancelled: {
    status: 200,
    tone: "success",
    text: "Your services are cancelled. We are sending you a confirmation by email.",
  },
  waiting: {
    status: 200,
    tone: "info",
    text: "We have your cancellation, and nothing more for you to do. Our payment provider does not answer right now, so we confirm it by email as soon as it does. If your card is charged in the meantime, we refund it.",
  },
  kept: { status: 200, tone: "success", text: "Your services continue as before." },
  "card-changed": {
    status: 200,
    tone: "success",
    text: "Your card is changed. The next payments are charged to the new one.",
  },
  "card-paid": {
    status: 200,
    tone: "success",
    text: "Your card is changed, and the payment that was declined before is made. Thank you.",
  },
  "card-declined": {
    status: 200,
    tone: "error",
    text: "Your card is changed, but the charge was declined. Please check with your bank, or set another card.",
  },
  "card-unknown": {
    status: 503,
    tone: "info",
    text: "Our payment provider does not answer right now. If you changed your card, this page shows it as soon as it does.",
  },
  "too-late": {
    status: 409,
    tone: "error",
    text: "This is not possible any more. Below you see how your order stands.",
  },
  failed: {
    status: 503,
    tone: "error",
    text: "We could not do this right now. Nothing has changed. Please try again in a moment.",
  },
  "too-many": {
    status: 429,
    tone: "error",
    text: "There were too many changes from your connection. Please try again in a few minutes.",
  },
} as const;
export type OrderChange = keyof typeof ORDER_CHANGES;

/** The query parameter of the order page that says what became of a new card. */
export const CARD_PARAM = "card";

/** Its value with which Stripe's page leads back: not looked at yet. */
export const CARD_RETURNED = "returned";

/** Returns what the order page says about a new card, or null. */
export function cardChangeIn(search: URLSearchParams): OrderChange | null {
  const changes = ["card-changed", "card-paid", "card-declined", "card-unknown"] as const;
  return changes.find((change) => change === `card-${search.get(CARD_PARAM)}`) ?? null;
}

/**
 * What is said of asking for a new link, the same whether it leads to an order or not. `ended`: a change was asked for over a link
 * that has expired; `invalid`: the email address is none.
 */
export const LINK_RESULTS = {
  sent: "If there is such an order, a new link is on its way to the email address that it was placed with.",
  "too-many": "Too many links were asked for from your connection. Please try again in a few minutes.",
  failed: "We could not send a new link right now. Please try again in a moment.",
  ended: "This link has ended, so nothing was changed. Please ask for a new one.",
  invalid: "Please enter a valid email address",
} as const;

/** `email`: the address that was typed, when no link was sent. */
export interface LinkReply {
  outcome: keyof typeof LINK_RESULTS;
  email?: string | undefined;
}
