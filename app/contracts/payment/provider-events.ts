import { datesFrom, unpaidFrequencies } from "../../model/contracts/cancellation.ts";
import { nameOfCard } from "../../model/contracts/card.ts";
import type { Cancellation, ContractDocument } from "../../model/contracts/contract-document.ts";
import { inOrder, withEvent, type ContractEvent } from "../../model/contracts/history.ts";
import { dateOf } from "../../model/format.ts";
import type { ProviderAccount, ProviderSubscription } from "./provider-state.server.ts";

/** Returns the history with events, in the order of their times where they are new. */
export function withEvents(
  { history }: Pick<ContractDocument, "history">,
  events: readonly ContractEvent[],
): ContractEvent[] {
  return inOrder(events).reduce(withEvent, [...(history ?? [])]);
}

/** What is told by a charge, refund or dispute. Cards that were declined while the client ordered are no events. */
export function accountEvents({ charges, refunds, disputes }: ProviderAccount): ContractEvent[] {
  const attempts = new Map<string, number>();
  const charged = charges.flatMap((charge) => {
    const { id, at, succeeded, isRenewal, amountCents, card, failure, nextTryAt, confirmUrl } = charge;
    if (succeeded)
      return {
        _key: `charged-${id}`,
        at,
        kind: "charged" as const,
        amountCents,
        ...(card ? { card, note: nameOfCard(card) } : {}),
      };
    if (!isRenewal) return [];
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    const _key = `charge-failed-${id}-${attempt}`;
    return {
      _key,
      at,
      kind: "charge-failed" as const,
      amountCents,
      ...(card ? { card } : {}),
      ...(failure ? { note: failure } : {}),
      nextTryAt,
      ...(confirmUrl ? { confirmUrl } : {}),
    };
  });
  return [
    ...charged,
    ...refunds.map(({ id, ...refund }) => ({ _key: `refund-${id}`, kind: "refunded" as const, ...refund })),
    ...disputes.map(({ id, at, amountCents }) => ({
      _key: `dispute-${id}`,
      at,
      kind: "disputed" as const,
      amountCents,
    })),
  ];
}

/** Returns the event of a cancellation that somebody asked for. */
export const requestedEvent = ({ requestedAt, by }: Cancellation): ContractEvent => ({
  _key: `cancellation-requested-${requestedAt}`,
  at: requestedAt,
  kind: "cancellation-requested",
  by,
});

/** Returns the event of a cancellation that was taken back; `by` is unknown when it was done at Stripe. */
export const revokedEvent = ({ requestedAt }: Cancellation, now: Date, by?: string): ContractEvent => ({
  _key: `cancellation-revoked-${requestedAt}`,
  at: now.toISOString(),
  kind: "cancellation-revoked",
  ...(by ? { by } : {}),
});

/**
 * Returns the cancellation of a contract as its subscription has it, and the event of what changed. One that Stripe has not
 * heard of yet stays; one that Stripe knew and knows no more was revoked in Stripe's dashboard. Services end with the subscription at the
 * latest. If it ended because of an unpaid renewal, services that are paid ahead go on to the end of their periods.
 */
export function cancellationChange(
  contract: Pick<ContractDocument, "cancellation" | "date" | "payment" | "invoices" | "history">,
  subscription: ProviderSubscription,
  now: Date,
): { cancellation: Cancellation | null; event: ContractEvent | null } {
  const { cancellation = null, payment } = contract;
  const { items, endsAt, endRequestedAt, endedAt } = subscription;
  // A payment after the end does not change it.
  if (endedAt && cancellation?.endedAt) return { cancellation, event: null };
  const end = endedAt ?? endsAt;
  if (!end) {
    if (!cancellation?.confirmedAt) return { cancellation, event: null };
    return { cancellation: null, event: revokedEvent(cancellation, now) };
  }
  const requestedAt = (endRequestedAt ?? endedAt ?? now).toISOString();
  const firstEnd = new Date(Math.min(...items.map(({ periodEnd }) => periodEnd.getTime())));
  const known: Cancellation = cancellation ?? {
    requestedAt,
    by: "Stripe",
    endsOn: dateOf(end),
    ends: datesFrom(payment.schedule, items).map(({ frequency, nextDate }) => ({
      _key: frequency,
      frequency,
      endsOn: nextDate ?? dateOf(end),
    })),
    revocableUntil: dateOf(firstEnd),
    confirmedAt: requestedAt,
    endedAt: "",
  };
  const endedOn = dateOf(end);
  const unpaid = unpaidFrequencies(contract);
  const ends = known.ends?.map((one) => {
    const isPaidAhead = unpaid.size > 0 && !unpaid.has(one.frequency);
    return isPaidAhead || one.endsOn < endedOn ? one : { ...one, endsOn: endedOn };
  });
  const confirmed: Cancellation = {
    ...known,
    endsOn: [endedOn, ...(ends ?? []).map((one) => one.endsOn)].toSorted().at(-1) ?? endedOn,
    ...(ends ? { ends } : {}),
    confirmedAt: known.confirmedAt || now.toISOString(),
    endedAt: endedAt?.toISOString() ?? "",
  };
  if (!endedAt) return { cancellation: confirmed, event: requestedEvent(confirmed) };
  const ended: ContractEvent = {
    _key: `cancelled-${subscription.id}`,
    at: endedAt.toISOString(),
    kind: "cancelled",
    by: confirmed.by,
  };
  return { cancellation: confirmed, event: ended };
}
