import type Stripe from "stripe";
import { AppError } from "../../../platform/errors.ts";
import { dateOf } from "../../../model/contracts/billing-dates.ts";
import type { Cancellation } from "../../../model/contracts/contract-document.ts";
import {
  changeContract,
  getContract,
  type ContractStore,
  type StoredContract,
} from "../../store/contract-store.server.ts";
import { requestedEvent, revokedEvent, withEvents } from "../../payment/provider-events.ts";
import { readSubscription, type ProviderSubscription } from "../../payment/provider-state.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import {
  canCancel,
  canRevoke,
  datedSchedule,
  endedSchedule,
  isByCard,
  isRunning,
  newCancellation,
} from "../../../model/contracts/cancellation.ts";

export interface CancelDeps extends ContractStore {
  /** Null while card payment is off. */
  stripe: Stripe | null;
  /** Gets Stripe's errors; the cancellation is stored, and the hourly job tells Stripe again. */
  onError: (error: unknown) => void;
}

/** The contract was changed since the admin saw it. */
export class ChangedMeanwhile extends Error {}

/** Stops the subscription's charges: at once when nothing more is paid for, else when its last paid period ends. */
async function endSubscription(
  stripe: Stripe,
  subscription: ProviderSubscription,
  { endsOn }: Cancellation,
  now: Date,
): Promise<void> {
  const { id, items, status } = subscription;
  if (status !== "active" || endsOn <= dateOf(now)) return void (await stripe.subscriptions.cancel(id));
  const isMixed = new Set(items.map(({ months }) => months)).size > 1;
  // `cancel_at_period_end` would end mixed intervals with the shortest. Until the longest ends, nothing more is collected.
  const end: Stripe.SubscriptionUpdateParams = isMixed
    ? { cancel_at: "max_period_end", pause_collection: { behavior: "void" }, proration_behavior: "none" }
    : { cancel_at_period_end: true };
  await stripe.subscriptions.update(id, end);
}

/** Gives back what was charged between the cancellation and the moment when Stripe could be told. */
async function refundLateCharges(
  stripe: Stripe,
  { customer }: ProviderSubscription,
  { requestedAt }: Cancellation,
): Promise<void> {
  const created = { gt: Math.ceil(Date.parse(requestedAt) / 1000) };
  for await (const charge of stripe.charges.list({ customer, created, limit: 100 })) {
    const { id, status, amount, amount_refunded } = charge;
    if (status !== "succeeded" || amount_refunded >= amount) continue;
    await stripe.refunds.create(
      { charge: id, reason: "requested_by_customer" },
      { idempotencyKey: `late-charge:${id}` },
    );
  }
}

/**
 * Tells Stripe about a stored cancellation, and brings the contract in line with what Stripe then says. Repeatable. Throws
 * Stripe's and the store's errors.
 */
export async function confirmCancellation(
  store: ContractStore,
  stripe: Stripe,
  contract: StoredContract,
): Promise<StoredContract> {
  const { _id, cancellation, payment } = contract;
  if (cancellation && !cancellation.confirmedAt && payment.subscriptionId) {
    const subscription = readSubscription(await stripe.subscriptions.retrieve(payment.subscriptionId));
    if (!subscription.endedAt) await endSubscription(stripe, subscription, cancellation, store.clock());
    await refundLateCharges(stripe, subscription, cancellation);
  }
  return (await reconcileContract(store, stripe, _id))?.contract ?? contract;
}

/** Returns a contract in line with Stripe, as far as Stripe answers. Throws an AppError `not-found` when there is none. */
async function refreshed(deps: CancelDeps, id: string): Promise<StoredContract> {
  if (deps.stripe) await reconcileContract(deps, deps.stripe, id).catch(deps.onError);
  const contract = await getContract(deps.readClient, id);
  if (!contract) throw new AppError("not-found", `No contract ${id}.`);
  return contract;
}

/**
 * Cancels the recurring services of a contract at the end of the period that is paid, or at once. The cancellation is stored
 * before Stripe is told; `confirmedAt` is empty as long as Stripe does not answer. A contract that is cancelled already stays
 * as it is. Throws an AppError `conflict` for one without running services, `ChangedMeanwhile` for one that is not at the
 * revision `rev`, and the store's errors.
 */
export async function cancelContract(
  deps: CancelDeps,
  id: string,
  { by, atOnce = false, rev }: { by: string; atOnce?: boolean; rev?: string },
): Promise<StoredContract> {
  await refreshed(deps, id);
  const contract = await changeContract(deps, id, (current) => {
    if (rev !== undefined && current._rev !== rev) throw new ChangedMeanwhile();
    if (current.cancellation) return null;
    if (!canCancel(current)) throw new AppError("conflict", `${id} has no services that go on.`);
    const cancellation = newCancellation(current, { by, now: deps.clock(), atOnce });
    const fields = {
      cancellation,
      "payment.schedule": endedSchedule(current.payment.schedule),
      history: withEvents(current, [requestedEvent(cancellation)]),
    };
    return { fields };
  });
  if (!contract) throw new AppError("not-found", `No contract ${id}.`);
  if (!isByCard(contract)) return atOnce ? await endContract(deps, contract) : contract;
  if (!deps.stripe) return contract;
  return confirmCancellation(deps, deps.stripe, contract).catch((error: unknown) => {
    deps.onError(error);
    return contract;
  });
}

/** Takes the end of a subscription back. */
async function resumeSubscription(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.pause_collection) await stripe.subscriptions.update(id, { pause_collection: "" });
  if (subscription.cancel_at_period_end)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  else if (subscription.cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: "" });
}

/**
 * Revokes a cancellation, at Stripe first, so that nothing changes while Stripe does not answer. Throws an AppError:
 * `conflict` once a service has ended or there is no cancellation, `unavailable` without an answer.
 */
export async function keepContract(
  deps: CancelDeps,
  id: string,
  { by }: { by: string },
): Promise<StoredContract> {
  const known = await refreshed(deps, id);
  const now = deps.clock();
  if (!known.cancellation && isRunning(known)) return known;
  if (!canRevoke(known, dateOf(now)))
    throw new AppError("conflict", `The cancellation of ${id} cannot be revoked.`);
  if (isByCard(known)) {
    if (!deps.stripe) throw new AppError("unavailable", "Stripe is switched off.");
    await resumeSubscription(deps.stripe, known.payment.subscriptionId).catch((cause: unknown) => {
      throw new AppError("unavailable", "Stripe does not answer.", { cause });
    });
  }
  await changeContract(deps, id, (current) => {
    if (!current.cancellation) return null;
    const fields = {
      cancellation: null,
      "payment.schedule": datedSchedule(current, dateOf(now)),
      history: withEvents(current, [revokedEvent(current.cancellation, now, by)]),
    };
    return { fields };
  });
  return refreshed(deps, id);
}

/** Ends a cancelled contract by invoice whose last paid period is over. A subscription ends at Stripe. */
export async function endContract(store: ContractStore, { _id }: StoredContract): Promise<StoredContract> {
  const ended = await changeContract(store, _id, (current) => {
    const { cancellation } = current;
    const now = store.clock();
    if (!cancellation || cancellation.endedAt || isByCard(current) || cancellation.endsOn > dateOf(now))
      return null;
    const at = now.toISOString();
    const event = { _key: `cancelled-${cancellation.requestedAt}`, at, kind: "cancelled" as const };
    return {
      fields: { cancellation: { ...cancellation, endedAt: at }, history: withEvents(current, [event]) },
    };
  });
  if (!ended) throw new AppError("not-found", `No contract ${_id}.`);
  return ended;
}
