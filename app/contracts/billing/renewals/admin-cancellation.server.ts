import { isAppError } from "../../../platform/errors.ts";
import { dateOf } from "../../../model/contracts/billing-dates.ts";
import type { createRenewals } from "./renewals.server.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import type { EventKind } from "../../../model/contracts/history.ts";
import { ChangedMeanwhile } from "./cancel.server.ts";
import {
  owedInvoices,
  serviceEnds,
  type OwedInvoice,
  type ServiceEnd,
} from "../../../model/contracts/service-ends.ts";
import { canCancel, canRevoke, isByCard, newCancellation } from "../../../model/contracts/cancellation.ts";

/** What an admin sees of the end of a contract's services. */
export interface CancellationPage {
  id: string;
  rev: string;
  client: string;
  /** Charged by subscription, rather than by invoice. */
  byCard: boolean;
  /** Until when each service goes on, if they can be cancelled. */
  ends: ServiceEnd[] | null;
  /** Invoices that remain payable. */
  owed: OwedInvoice[];
  cancelled: {
    by: string;
    ends: ServiceEnd[];
    ended: boolean;
    confirmed: boolean;
    canRevoke: boolean;
  } | null;
}

export function cancellationPage(contract: StoredContract, now: Date): CancellationPage {
  const { _id, _rev, contactInfo, cancellation = null } = contract;
  const planned = canCancel(contract) ? newCancellation(contract, { by: "", now }) : null;
  return {
    id: _id,
    rev: _rev,
    client: `${contactInfo.firstName} ${contactInfo.lastName}`,
    byCard: isByCard(contract),
    ends: planned && serviceEnds(contract, planned),
    owed: owedInvoices(contract),
    cancelled: cancellation && {
      by: cancellation.by === "client" ? "the client" : cancellation.by,
      ends: serviceEnds(contract, cancellation),
      ended: cancellation.endedAt !== "",
      confirmed: cancellation.confirmedAt !== "",
      canRevoke: canRevoke(contract, dateOf(now)),
    },
  };
}

/** Values of the buttons: cancel with the paid period, cancel today, take the cancellation back. */
export const CANCELLATION_INTENTS = ["period-end", "now", "revoke"] as const;
export type CancellationIntent = (typeof CANCELLATION_INTENTS)[number];

/**
 * `done` includes what was done before. `conflict`: the contract was changed since the admin saw it. `impossible`: there are no
 * services that go on, or it is too late. `unavailable`: Stripe or the store did not answer, and nothing was changed.
 */
export type CancellationOutcome = "done" | "conflict" | "impossible" | "unavailable" | "missing";

interface CancellationRequest {
  id: string;
  /** The revision that the admin was shown. */
  rev: string;
  intent: CancellationIntent;
  /** Email of the admin. */
  by: string;
}

const CHANGES = new Set<EventKind>(["cancellation-requested", "cancellation-revoked"]);

/** Whether the last change is the one that is asked for, by the same admin: a button that was pressed twice. */
function isDone(
  { cancellation, history = [] }: StoredContract,
  { intent, by }: Pick<CancellationRequest, "intent" | "by">,
): boolean {
  if (history.findLast(({ kind }) => CHANGES.has(kind))?.by !== by) return false;
  if (!cancellation || intent === "revoke") return !cancellation && intent === "revoke";
  const endsNow = cancellation.endsOn <= dateOf(new Date(cancellation.requestedAt));
  return endsNow || intent === "period-end";
}

/**
 * Cancels the services of a contract, or revokes the cancellation. A request with an outdated revision changes nothing. Never
 * throws.
 */
export async function changeCancellation(
  { renewals, report }: { renewals: ReturnType<typeof createRenewals>; report: (error: unknown) => void },
  { id, rev, intent, by }: CancellationRequest,
): Promise<CancellationOutcome> {
  try {
    const contract = await renewals.find(id);
    if (!contract) return "missing";
    if (isDone(contract, { intent, by })) return "done";
    if (contract._rev !== rev) return "conflict";
    if (Boolean(contract.cancellation) !== (intent === "revoke")) return "impossible";
    if (intent === "revoke") await renewals.keep(id, { by });
    else await renewals.cancel(id, { by, rev, atOnce: intent === "now" });
    return "done";
  } catch (error) {
    if (error instanceof ChangedMeanwhile) {
      const current = await renewals.find(id).catch(() => null);
      return current && isDone(current, { intent, by }) ? "done" : "conflict";
    }
    if (isAppError(error) && error.code === "conflict") return "impossible";
    report(error);
    return "unavailable";
  }
}
