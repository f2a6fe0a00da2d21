import { dateOf, type CalendarDate } from "../billing-dates.ts";
import type { ContractDocument } from "../contract-document.ts";
import { canCancel, canRevoke, endsAtOnce, isByCard, isRunning } from "./cancellation.ts";
import { renewalsOf, type Renewal } from "./reminders.ts";

/** What the client sees of the services that renew, on the private order page. */
export interface RenewalView {
  byCard: boolean;
  card: { brand: string; last4: string } | null;
  /** The next payments; empty when nothing follows. */
  renewals: Renewal[];
  /** The last renewal was declined and Stripe tries again. */
  declined: boolean;
  /** Whether the services can be cancelled: at once when the last renewal was not paid, else each with its period. */
  cancelling: "at-once" | "at-period-end" | null;
  cancelled: {
    endsOn: CalendarDate;
    /** Whether one of them ends before that. */
    isMixed: boolean;
    ended: boolean;
    confirmed: boolean;
    canRevoke: boolean;
  } | null;
  canChangeCard: boolean;
}

/** Returns the renewals of a contract as its client sees them; null without recurring services that ever began. */
export function renewalView(
  contract: ContractDocument,
  { now, cardsOn }: { now: Date; cardsOn: boolean },
): RenewalView | null {
  const { cancellation = null, payment } = contract;
  const today = dateOf(now);
  const running = isRunning(contract);
  if (!running && !cancellation) return null;
  const byCard = isByCard(contract);
  return {
    byCard,
    card: payment.card ?? null,
    renewals: running && !cancellation ? renewalsOf(contract, today) : [],
    declined: running && !!payment.chargeFailedAt,
    cancelling: canCancel(contract) ? (endsAtOnce(contract) ? "at-once" : "at-period-end") : null,
    cancelled: cancellation && {
      endsOn: cancellation.endsOn,
      isMixed: cancellation.revocableUntil < cancellation.endsOn,
      ended: cancellation.endedAt !== "",
      confirmed: cancellation.confirmedAt !== "",
      canRevoke: cancellation.by === "client" && canRevoke(contract, today),
    },
    canChangeCard: cardsOn && byCard && running && !cancellation,
  };
}

/** What a client can do with the services that renew. */
export const ORDER_INTENTS = ["cancel", "keep", "card"] as const;
export type OrderIntent = (typeof ORDER_INTENTS)[number];

/** How it went. `waiting`: cancelled here, but Stripe does not answer yet. */
export type OrderChange = "cancelled" | "waiting" | "kept" | "too-late" | "failed" | "too-many";

/** The result of asking for a new link. `ended`: a change was asked for over a link that has expired. */
export type LinkResult = "sent" | "too-many" | "failed" | "ended";
