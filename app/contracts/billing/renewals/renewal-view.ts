import { dateOf } from "../../../model/format.ts";
import type { ContractDocument } from "../../../model/contracts/contract-document.ts";
import {
  canCancel,
  canRevoke,
  endsAtOnce,
  isByCard,
  isRunning,
  newCancellation,
} from "../../../model/contracts/cancellation.ts";
import { owedInvoices, serviceEnds } from "../../../model/contracts/service-ends.ts";
import { inOrder } from "../../../model/contracts/history.ts";
import type { Cents } from "../../../model/contracts/money.ts";
import { holdOf } from "../../../model/contracts/hold.ts";
import { renewalsOf } from "../../../model/contracts/renewals.ts";

/** 0: an earlier version has stored no amount. */
const lastDeclined = ({ history = [] }: ContractDocument): Cents =>
  inOrder(history).findLast(({ kind }) => kind === "charge-failed")?.amountCents ?? 0;

/** Returns the renewals of a contract as its client sees them; null without recurring services that ever began. */
export function renewalView(contract: ContractDocument, { now, cardsOn }: { now: Date; cardsOn: boolean }) {
  const { cancellation = null, payment } = contract;
  const today = dateOf(now);
  const running = isRunning(contract);
  if (!running && !cancellation) return null;
  const byCard = isByCard(contract);
  return {
    byCard,
    card: payment.card ?? null,
    /** The next payments. */
    renewals: running && !cancellation && !holdOf(contract) ? renewalsOf(contract, today) : [],
    onHold: holdOf(contract) !== null,
    /** What of the last renewal was declined and Stripe tries again to charge. */
    declinedCents: running && payment.chargeFailedAt ? lastDeclined(contract) : null,
    /** How the services can be cancelled: at once when the last renewal was not paid, else each with its period. */
    cancelling: canCancel(contract)
      ? {
          atOnce: endsAtOnce(contract),
          ends: serviceEnds(contract, newCancellation(contract, { by: "client", now })),
        }
      : null,
    owed: owedInvoices(contract),
    cancelled: cancellation && {
      ends: serviceEnds(contract, cancellation),
      ended: cancellation.endedAt !== "",
      confirmed: cancellation.confirmedAt !== "",
      canRevoke: cancellation.by === "client" && canRevoke(contract, today),
    },
    canChangeCard: cardsOn && byCard && running && !cancellation,
  };
}

/** What the client sees of the services that renew, on the private order page. */
export type RenewalView = NonNullable<ReturnType<typeof renewalView>>;

/** What a client can do with the services that renew. */
export const ORDER_INTENTS = ["cancel", "keep", "card"] as const;
export type OrderIntent = (typeof ORDER_INTENTS)[number];

/** How it went. `waiting`: cancelled here, but Stripe does not answer yet. */
export type OrderChange =
  | "cancelled"
  | "waiting"
  | "kept"
  | "too-late"
  | "failed"
  | "too-many"
  | "card-changed"
  | "card-paid"
  | "card-declined"
  | "card-unknown";

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
 * The result of asking for a new link. `ended`: a change was asked for over a link that has expired; `invalid`: the email address is
 * none.
 */
export type LinkResult = "sent" | "too-many" | "failed" | "ended" | "invalid";
