import { declinedId } from "../../../model/contracts/declined.ts";
import { inOrder, type ContractEvent } from "../../../model/contracts/history.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";

// What happens to a contract at once is told at once: of its events only those that are still true send an email, and one email says
// what belongs together. This follows from the history, so that billing, which queues the emails again, decides the same.

const AT_ONCE_MS = 60_000;

const wholeSeconds = (at: string): number => Math.floor(Date.parse(at) / 1000) * 1000;

/** Whether something happened at the same time as an event or in the minute after it. */
function isAtOnce(event: Pick<ContractEvent, "at">, later: Pick<ContractEvent, "at">): boolean {
  const passedMs = wholeSeconds(later.at) - wholeSeconds(event.at);
  return passedMs >= 0 && passedMs <= AT_ONCE_MS;
}

/** Returns the events after an event, in order. Events of the same second keep their order in the history. */
function after(history: readonly ContractEvent[], event: ContractEvent): ContractEvent[] {
  const ordered = inOrder(history);
  return ordered.slice(ordered.findIndex(({ _key }) => _key === event._key) + 1);
}

/** When the email of a cancellation is written: once Stripe has agreed. */
function confirmed({ cancellation }: StoredContract, event: ContractEvent): ContractEvent | null {
  if (event.kind === "cancelled") return event;
  if (event.kind !== "cancellation-requested" || cancellation?.requestedAt !== event.at) return null;
  return cancellation.confirmedAt ? { ...event, at: cancellation.confirmedAt } : null;
}

/** Returns the refunds that the email of a cancellation or an end tells of. */
export function refundsWith(contract: StoredContract, event: ContractEvent): ContractEvent[] {
  const confirmation = confirmed(contract, event);
  if (!confirmation || isSuperseded(contract, event)) return [];
  return (contract.history ?? []).filter((one) => one.kind === "refunded" && isAtOnce(one, confirmation));
}

/** Returns the renewal that was charged as soon as its cancellation was revoked. */
export const revokedWith = ({ history = [] }: StoredContract, charged: ContractEvent): boolean =>
  history.some(
    (one) =>
      one.kind === "cancellation-revoked" && after(history, one).includes(charged) && isAtOnce(one, charged),
  );

/** Returns the events of the invoices that were issued together with one, oldest period first. The email of the last lists all of them. */
export function issuedWith(
  { history = [] }: Pick<StoredContract, "history">,
  event: ContractEvent,
): ContractEvent[] {
  const issued = inOrder(history).filter(({ kind }) => kind === "invoiced");
  const isBreak = (index: number) => {
    const [before, next] = [issued[index - 1], issued[index]];
    return !before || !next || !isAtOnce(before, next);
  };
  const at = issued.findIndex(({ _key }) => _key === event._key);
  const start = issued.findLastIndex((_, index) => index <= at && isBreak(index));
  const end = issued.findIndex((_, index) => index > at && isBreak(index));
  return issued.slice(start, end === -1 ? undefined : end);
}

/** Whether no email is sent for an event any more: a later one has made it untrue, or tells of it. */
export function isSuperseded(contract: StoredContract, event: ContractEvent): boolean {
  const { history = [], cancellation } = contract;
  const later = after(history, event);
  switch (event.kind) {
    case "charge-failed":
      return later.some(
        (one) =>
          one.kind === "cancelled" ||
          one._key === `charged-${declinedId(event)}` ||
          (one.kind === "charge-failed" && declinedId(one) === declinedId(event)),
      );
    case "charged": {
      const isLate = !!cancellation && event.at >= cancellation.requestedAt;
      return later.some(
        (one) =>
          (one.kind === "disputed" && isAtOnce(event, one)) ||
          (isLate && one.kind === "refunded" && one.amountCents === event.amountCents),
      );
    }
    case "cancellation-requested":
      return cancellation?.requestedAt === event.at && later.some(({ kind }) => kind === "cancelled");
    case "invoiced":
      return issuedWith(contract, event).at(-1)?._key !== event._key;
    case "refunded":
      return history.some((one) => refundsWith(contract, one).some(({ _key }) => _key === event._key));
    default:
      return false;
  }
}

/** As `isSuperseded`, of the email to the client alone. */
export const isInReceipt = ({ history = [] }: StoredContract, revoked: ContractEvent): boolean =>
  revoked.kind === "cancellation-revoked" &&
  after(history, revoked).some((one) => one.kind === "charged" && isAtOnce(revoked, one));
