import Stripe from "stripe";
import { nameOfCard } from "../../../model/contracts/card.ts";
import type { PendingRefund } from "../../../model/contracts/contract-document.ts";
import { creditCents } from "../../../model/contracts/credit.ts";
import { withEvent, type ContractEvent } from "../../../model/contracts/history.ts";
import { formatCents, type Cents } from "../../../model/contracts/money.ts";
import { BY_HAND_NAME } from "../../../model/contracts/pay-by.ts";
import { BY_HAND, byHandLeft } from "../../../model/contracts/payments.ts";
import { dateOf, formatDay } from "../../../model/format.ts";
import { AppError } from "../../../platform/errors.ts";
import { idOf, refundsOf } from "../../payment/provider-state.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import {
  changeContract,
  changeSeenContract,
  getContract,
  type ContractStore,
  type StoredContract,
} from "../../store/contract-store.server.ts";

/** Money that was received and can be paid back. */
export interface RefundSource {
  /** The charge at Stripe, or `by-hand`. */
  id: string;
  label: string;
  leftCents: Cents;
}

export interface RefundDeps extends ContractStore {
  stripe: Stripe | null;
}

/** Returns the customers of a contract at Stripe, of its own charge and of its invoices. Each contract has its own, so all of their charges are its. */
async function customersOf(stripe: Stripe, { payment }: StoredContract): Promise<string[]> {
  const { stripePaymentIntent, stripeCustomer = "" } = payment;
  const intent = stripePaymentIntent ? await stripe.paymentIntents.retrieve(stripePaymentIntent) : null;
  return [...new Set([stripeCustomer, idOf(intent?.customer)].filter(Boolean))];
}

/** Charges of a contract that are read: eight years of months. */
const MAX_CHARGES = 100;

/** Returns the charges that went through, the newest first. Throws Stripe's own errors. */
async function chargesOf(stripe: Stripe, contract: StoredContract): Promise<Stripe.Charge[]> {
  const customers = await customersOf(stripe, contract);
  const lists = await Promise.all(
    customers.map((customer) => stripe.charges.list({ customer, limit: MAX_CHARGES })),
  );
  return lists.flatMap(({ data }) => data).filter(({ status }) => status === "succeeded");
}

const pendingOf = ({ payment }: StoredContract): PendingRefund[] => payment.pendingRefunds ?? [];

/** What of a charge is neither refunded nor about to be. */
function leftOf(contract: StoredContract, { id, amount, amount_refunded }: Stripe.Charge): Cents {
  const pending = pendingOf(contract).filter(({ charge }) => charge === id);
  return pending.reduce((left, { amountCents }) => left - amountCents, amount - amount_refunded);
}

function sourceOf(contract: StoredContract, charge: Stripe.Charge): RefundSource {
  const { amount, created, payment_method_details } = charge;
  const card = nameOfCard(payment_method_details?.card ?? {});
  const day = formatDay(dateOf(new Date(created * 1000)));
  return {
    id: charge.id,
    label: `${formatCents(amount)} on ${day}${card && `, ${card}`}`,
    leftCents: leftOf(contract, charge),
  };
}

function byHandLabel(contract: StoredContract): string {
  const credit = Math.min(creditCents(contract), byHandLeft(contract));
  const received = `Received by ${BY_HAND_NAME}`;
  return credit > 0 ? `${received}, ${formatCents(credit)} of it credit left` : received;
}

/**
 * Returns what can be refunded of a contract. `reached` is false when Stripe did not answer: then its charges are missing.
 */
export async function refundSources(
  { stripe }: Pick<RefundDeps, "stripe">,
  contract: StoredContract,
  onError: (error: unknown) => void,
): Promise<{ sources: RefundSource[]; reached: boolean }> {
  const left = byHandLeft(contract);
  const byHand = left > 0 ? [{ id: BY_HAND, label: byHandLabel(contract), leftCents: left }] : [];
  try {
    const charges = stripe ? await chargesOf(stripe, contract) : [];
    const open = charges.map((charge) => sourceOf(contract, charge)).filter(({ leftCents }) => leftCents > 0);
    return { sources: [...open, ...byHand], reached: true };
  } catch (error) {
    onError(error);
    return { sources: byHand, reached: false };
  }
}

export interface RefundRequest {
  id: string;
  rev: string;
  /** Id of a `RefundSource`. */
  source: string;
  amountCents: Cents;
  reason: string;
  /** Email of the admin. */
  by: string;
  /** New with each load of the page, so that pressing the button twice refunds once. */
  nonce: string;
}

/**
 * `done` includes a refund that was made before. `conflict`: the contract was changed since the admin saw it. `too-much`: more
 * than is left. `unknown`: Stripe did not answer, so the money may be refunded; billing asks again, and the same request is the
 * same refund.
 */
export type RefundOutcome =
  | { status: "done" }
  | { status: "conflict" | "missing" | "too-much" | "unknown" }
  | { status: "refused"; message: string };

/** Whether the refund of a form was made. */
const isMade = ({ history = [] }: StoredContract, wanted: string): boolean =>
  history.some(({ kind, nonce }) => kind === "refunded" && nonce === wanted);

async function recordByHand(deps: RefundDeps, request: RefundRequest): Promise<RefundOutcome> {
  const { id, rev, by, amountCents, reason, nonce } = request;
  const at = deps.clock().toISOString();
  const _key = `refund-${BY_HAND}-${nonce}`;
  const made = { _key, at, kind: "refunded", by, amountCents, nonce } as const;
  const event: ContractEvent = { ...made, byHand: true, note: reason };
  const seen = { id, rev, isMade: (contract: StoredContract) => isMade(contract, nonce) };
  const { outcome } = await changeSeenContract<"too-much">(deps, seen, (contract) =>
    amountCents > byHandLeft(contract)
      ? "too-much"
      : {
          fields: {
            "payment.refundedAmount": (contract.payment.refundedAmount ?? 0) + amountCents,
            history: withEvent(contract.history, event),
          },
        },
  );
  return { status: outcome };
}

const pendingFor = (contract: StoredContract, nonce: string): PendingRefund | undefined =>
  pendingOf(contract).find(({ _key }) => _key === nonce);

/** Stores a pending refund, unless it is stored or made already. */
function storePending(
  deps: RefundDeps,
  charge: Stripe.Charge,
  { id, rev, amountCents, reason, by, nonce }: RefundRequest,
) {
  const isKnown = (contract: StoredContract) => isMade(contract, nonce) || !!pendingFor(contract, nonce);
  return changeSeenContract<"too-much">(deps, { id, rev, isMade: isKnown }, (contract) => {
    if (amountCents > leftOf(contract, charge)) return "too-much";
    const requestedAt = deps.clock().toISOString();
    const wanted: PendingRefund = { _key: nonce, charge: charge.id, amountCents, reason, by, requestedAt };
    return { fields: { "payment.pendingRefunds": [...pendingOf(contract), wanted] } };
  });
}

/** Has Stripe make a pending refund, unless it has. Returns the refund. */
async function makeRefund(
  stripe: Stripe,
  contractId: string,
  { _key: nonce, charge, amountCents, reason, by }: PendingRefund,
): Promise<Stripe.Refund> {
  // Stripe forgets an idempotency key after a day.
  const made = (await refundsOf(stripe, charge)).find(({ metadata }) => metadata?.["nonce"] === nonce);
  if (made) return made;
  return stripe.refunds.create(
    {
      charge,
      amount: amountCents,
      reason: "requested_by_customer",
      metadata: { contractId, by, nonce, note: reason },
    },
    { idempotencyKey: `${contractId}:refund:${nonce}` },
  );
}

const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;

/** Drops a refund that Stripe has refused, and says so in the history. */
async function dropRefund(deps: RefundDeps, id: string, refused: PendingRefund, note: string): Promise<void> {
  const { _key: nonce, by, amountCents } = refused;
  const at = deps.clock().toISOString();
  const event = {
    _key: `refund-refused-${nonce}`,
    at,
    kind: "refund-refused",
    by,
    amountCents,
    nonce,
    note,
  } as const;
  await changeContract(deps, id, (contract) => {
    const pending = pendingOf(contract).filter(({ _key }) => _key !== nonce);
    if (pending.length === pendingOf(contract).length) return null;
    return { fields: { "payment.pendingRefunds": pending, history: withEvent(contract.history, event) } };
  });
}

/** Makes a pending refund and records it. Throws when Stripe does not answer; then it stays pending. */
async function settleRefund(
  deps: RefundDeps,
  stripe: Stripe,
  id: string,
  pending: PendingRefund,
): Promise<RefundOutcome> {
  const refused = await makeRefund(stripe, id, pending).then(
    ({ status }) => (status === "failed" || status === "canceled" ? `The refund has ${status}.` : null),
    (error: unknown) => {
      if (isRefusal(error)) return error.message;
      throw error;
    },
  );
  if (refused !== null) await dropRefund(deps, id, pending, refused);
  // Stripe knows who made it and why, so a webhook that comes first tells the same.
  await reconcileContract(deps, stripe, id);
  return refused === null ? { status: "done" } : { status: "refused", message: refused };
}

async function refundCharge(
  deps: RefundDeps,
  stripe: Stripe,
  request: RefundRequest,
): Promise<RefundOutcome> {
  const contract = await getContract(deps.readClient, request.id);
  if (!contract) return { status: "missing" };
  try {
    const charge = (await chargesOf(stripe, contract)).find(({ id }) => id === request.source);
    if (!charge) return { status: "missing" };
    const stored = await storePending(deps, charge, request);
    const pending = stored.contract && pendingFor(stored.contract, request.nonce);
    if (stored.outcome !== "done" || !pending) return { status: stored.outcome };
    return await settleRefund(deps, stripe, request.id, pending);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return { status: "unknown" };
    throw error;
  }
}

/**
 * Refunds a charge through Stripe, or records a refund made by hand. Idempotent. The refund is stored before the request to Stripe.
 * Throws an AppError when the store does not answer.
 */
export async function refund(deps: RefundDeps, request: RefundRequest): Promise<RefundOutcome> {
  if (request.source === BY_HAND) return recordByHand(deps, request);
  if (!deps.stripe) throw new AppError("unavailable", "Stripe is switched off.");
  return refundCharge(deps, deps.stripe, request);
}

/** GROQ filter of the contracts with a refund that was cut off. */
export const REFUNDING = "count(payment.pendingRefunds) > 0";

/** Makes the refunds of a contract that were cut off. Repeatable. Throws Stripe's and the store's errors. */
export async function settleRefunds(deps: RefundDeps & { stripe: Stripe }, id: string): Promise<void> {
  const contract = await getContract(deps.readClient, id);
  for (const pending of contract ? pendingOf(contract) : [])
    await settleRefund(deps, deps.stripe, id, pending);
}
