import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { statusChange } from "../../../model/admin-status.ts";
import {
  canCancel,
  canClientRevoke,
  canRevoke,
  datedSchedule,
  endedSchedule,
  isByCard,
  newCancellation,
} from "../../../model/contracts/cancellation.ts";
import type { Cancellation } from "../../../model/contracts/contract-document.ts";
import { dateOf } from "../../../model/format.ts";
import { AppError } from "../../../platform/errors.ts";
import { requestedEvent, revokedEvent, withEvents } from "../../payment/provider-events.ts";
import { readSubscription, type ProviderSubscription } from "../../payment/provider-state.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import {
  changeContract,
  changeSeenContract,
  getContract,
  type ContractChange,
  type ContractStore,
  type SeenContract,
  type StoredContract,
} from "../../store/contract-store.server.ts";

export interface CancelDeps extends ContractStore {
  stripe: Stripe | null;
  /** Gets Stripe's errors; the cancellation is stored, and the hourly job tells Stripe again. */
  onError: (error: unknown) => void;
}

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

/** Brings a contract in line with Stripe, as far as Stripe answers. Returns it, or null when there is none. */
async function refresh(deps: CancelDeps, id: string): Promise<StoredContract | null> {
  if (deps.stripe) await reconcileContract(deps, deps.stripe, id).catch(deps.onError);
  return getContract(deps.readClient, id);
}

/** `impossible`: there are no services that go on, or it is too late. */
export type CancelOutcome = "done" | "conflict" | "missing" | "impossible";

export interface Cancelled {
  outcome: CancelOutcome;
  contract: StoredContract | null;
}

/** Who cancels, or revokes a cancellation, and what they have seen. */
export interface CancelRequest extends SeenContract {
  /** `client`, or the admin's email. */
  by: string;
}

/** Adds that a closed order is set to reviewed, so that "Needs you" counts its cancellation. */
function reopened({ _id, adminStatus }: StoredContract, fields: Record<string, unknown>): ContractChange {
  // Typed as the status of a new order; admins change it.
  const from: string = adminStatus;
  if (from !== "closed") return { fields };
  const record = statusChange({ subject: _id, from, to: "reviewed", by: "client" });
  return {
    fields: { ...fields, adminStatus: record.to },
    alongside: (transaction) => transaction.create(record),
  };
}

/**
 * Cancels the recurring services of a contract at the end of the period that is paid, or at once. The cancellation is stored
 * before Stripe is told; `confirmedAt` is empty as long as Stripe does not answer. Throws the store's errors.
 */
export async function cancelContract(
  deps: CancelDeps,
  request: CancelRequest & { atOnce?: boolean },
): Promise<Cancelled> {
  const { id, by, atOnce = false } = request;
  await refresh(deps, id);
  const stored = await changeSeenContract<"impossible">(deps, request, (current) => {
    if (!canCancel(current)) return "impossible";
    const cancellation = newCancellation(current, { by, now: deps.clock(), atOnce });
    const fields = {
      cancellation,
      "payment.schedule": endedSchedule(current.payment.schedule),
      history: withEvents(current, [requestedEvent(cancellation)]),
    };
    return by === "client" ? reopened(current, fields) : { fields };
  });
  const { outcome, contract } = stored;
  if (outcome !== "done" || !contract) return stored;
  if (!isByCard(contract))
    return { outcome, contract: atOnce ? await endContract(deps, contract) : contract };
  if (!deps.stripe) return stored;
  const confirmed = await confirmCancellation(deps, deps.stripe, contract).catch(deps.onError);
  return { outcome, contract: confirmed ?? contract };
}

/** Takes the end of a subscription back. */
async function resumeSubscription(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.pause_collection) await stripe.subscriptions.update(id, { pause_collection: "" });
  if (subscription.cancel_at_period_end)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  else if (subscription.cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: "" });
}

/** For how long nobody else begins to revoke: longer than Stripe's client tries. */
const REVOKING_MS = 5 * 60_000;

const isBeingRevoked = ({ cancellation }: StoredContract, now: Date): boolean =>
  !!cancellation?.revokingSince && now.getTime() - Date.parse(cancellation.revokingSince) < REVOKING_MS;

/** How often a second request checks whether the first one has revoked the cancellation, for at most five seconds. */
const LOOK_MS = 250;
const MAX_LOOKS = 20;

/** Waits for another request that revokes. Throws an AppError `unavailable` when it fails or takes too long, the store's errors too. */
async function waitForOther(deps: CancelDeps, id: string): Promise<Cancelled> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    await sleep(LOOK_MS);
    const contract = await getContract(deps.readClient, id);
    if (!contract?.cancellation) return { outcome: contract ? "done" : "missing", contract };
    if (!isBeingRevoked(contract, deps.clock())) break;
  }
  throw new AppError("unavailable", "Another request did not revoke the cancellation.");
}

function revoke(current: StoredContract, now: Date, by: string): ContractChange | null {
  if (!current.cancellation) return null;
  const fields = {
    cancellation: null,
    "payment.schedule": datedSchedule(current, dateOf(now)),
    history: withEvents(current, [revokedEvent(current.cancellation, now, by)]),
  };
  return { fields };
}

/**
 * Revokes a cancellation, at Stripe before it is recorded, so that it stays while Stripe does not answer: then it throws an
 * AppError `unavailable`. Who revokes marks the contract first: a late second revocation would undo a new cancellation. Throws
 * the store's errors too.
 */
export async function keepContract(deps: CancelDeps, request: CancelRequest): Promise<Cancelled> {
  const { id, by } = request;
  await refresh(deps, id);
  const now = deps.clock();
  const revokingSince = now.toISOString();
  const isMine = (current: StoredContract) => current.cancellation?.revokingSince === revokingSince;
  // Not by this request: a mark whose answer was lost is made again.
  const isOthers = (current: StoredContract) => isBeingRevoked(current, now) && !isMine(current);
  const isMade = (current: StoredContract) => request.isMade(current) || isOthers(current);
  const mayRevoke = by === "client" ? canClientRevoke : canRevoke;
  const marked = await changeSeenContract<"impossible">(deps, { ...request, isMade }, (current) => {
    if (!mayRevoke(current, dateOf(now))) return "impossible";
    if (!isByCard(current)) return revoke(current, now, by) ?? "impossible";
    return { fields: { "cancellation.revokingSince": revokingSince } };
  });
  const { outcome, contract, hasChanged } = marked;
  if (contract && !hasChanged && isOthers(contract)) return waitForOther(deps, id);
  if (!contract || !hasChanged || !isByCard(contract)) return marked;
  const { stripe } = deps;
  const resumed = stripe
    ? resumeSubscription(stripe, contract.payment.subscriptionId)
    : Promise.reject(new Error("Stripe is switched off."));
  const failure = await resumed.then(
    () => null,
    (cause: unknown) => new AppError("unavailable", "Stripe does not answer.", { cause }),
  );
  await changeContract(deps, id, (current) => {
    if (!isMine(current)) return null;
    return failure ? { fields: { "cancellation.revokingSince": "" } } : revoke(current, now, by);
  });
  if (failure) throw failure;
  return { outcome, contract: await refresh(deps, id) };
}

/** Ends a cancelled contract by invoice whose last paid period is over. A subscription ends at Stripe. */
export async function endContract(store: ContractStore, { _id }: StoredContract): Promise<StoredContract> {
  const ended = await changeContract(store, _id, (current) => {
    const { cancellation } = current;
    const now = store.clock();
    if (!cancellation || cancellation.endedAt || isByCard(current) || cancellation.endsOn > dateOf(now))
      return null;
    const at = now.toISOString();
    const event = {
      _key: `cancelled-${cancellation.requestedAt}`,
      at,
      kind: "cancelled" as const,
      by: cancellation.by,
    };
    return {
      fields: { cancellation: { ...cancellation, endedAt: at }, history: withEvents(current, [event]) },
    };
  });
  if (!ended) throw new AppError("not-found", `No contract ${_id}.`);
  return ended;
}
