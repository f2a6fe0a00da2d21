import {
  canCancel,
  canRevoke,
  isByCard,
  newCancellation,
  owedInvoices,
  serviceEnds,
} from "../../../model/contracts/cancellation.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import { authorOf, type EventKind } from "../../../model/contracts/history.ts";
import { owedBack, undelivered } from "../../../model/contracts/undelivered.ts";
import { dateOf } from "../../../model/format.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import type { CancelOutcome } from "./cancel.server.ts";

/** Returns what an admin sees of the end of a contract's services. */
export function cancellationPage(contract: StoredContract, now: Date) {
  const { _id, _rev, contactInfo, cancellation = null } = contract;
  const today = dateOf(now);
  const plan = (atOnce: boolean) => newCancellation(contract, { by: "", now, atOnce });
  const isCancellable = canCancel(contract);
  return {
    id: _id,
    rev: _rev,
    client: clientName(contactInfo),
    /** Charged by subscription, rather than by invoice. */
    byCard: isByCard(contract),
    /** Until when each service goes on, if they can be cancelled. */
    ends: isCancellable ? serviceEnds(contract, plan(false), today) : null,
    /** The refunds that a cancellation today would owe, or those that are still owed after one. */
    undelivered: isCancellable ? undelivered(contract, plan(true)) : owedBack(contract),
    /** Invoices that remain payable. */
    owed: owedInvoices(contract),
    cancelled: cancellation && {
      by: authorOf(cancellation.by),
      ends: serviceEnds(contract, cancellation, today),
      ended: cancellation.endedAt !== "",
      confirmed: cancellation.confirmedAt !== "",
      canRevoke: canRevoke(contract, today),
    },
  };
}

export type CancellationPage = ReturnType<typeof cancellationPage>;

/** Values of the buttons: cancel with the paid period, cancel today, take the cancellation back. */
export const CANCELLATION_INTENTS = ["period-end", "now", "revoke"] as const;
export type CancellationIntent = (typeof CANCELLATION_INTENTS)[number];

/** `unavailable`: Stripe or the store did not answer, and nothing was changed. */
export type CancellationOutcome = CancelOutcome | "unavailable";

export interface CancellationRequest {
  id: string;
  rev: string;
  intent: CancellationIntent;
  /** Email of the admin. */
  by: string;
}

const CHANGES = new Set<EventKind>(["cancellation-requested", "cancellation-revoked"]);

/** Whether the last change is the one that is asked for, by the same admin: a button that was pressed twice. */
export function isLastChange(
  { cancellation, history = [] }: StoredContract,
  { intent, by }: Pick<CancellationRequest, "intent" | "by">,
): boolean {
  if (history.findLast(({ kind }) => CHANGES.has(kind))?.by !== by) return false;
  if (!cancellation || intent === "revoke") return !cancellation && intent === "revoke";
  const endsNow = cancellation.endsOn <= dateOf(new Date(cancellation.requestedAt));
  return endsNow || intent === "period-end";
}
