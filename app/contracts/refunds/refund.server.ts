import Stripe from "stripe";
import { AppError } from "../../platform/errors.ts";
import {
  changeContract,
  getContract,
  type ContractStore,
  type StoredContract,
} from "../contract-store.server.ts";
import { hasEvent, withEvent, type ContractEvent } from "../history.ts";
import { nameOfCard } from "../emails/email-amounts.ts";
import { formatDay } from "../invoices/invoice-dates.ts";
import { dateOf } from "../billing-dates.ts";
import { formatCents, type Cents } from "../money.ts";
import { reconcileContract } from "../reconcile.server.ts";
import { BY_HAND, byHandLeft } from "./by-hand.ts";

/** Money that was received and can be paid back. */
export interface RefundSource {
  /** The charge at Stripe, or `by-hand`. */
  id: string;
  label: string;
  leftCents: Cents;
}

export interface RefundDeps extends ContractStore {
  /** Null while card payment is off. */
  stripe: Stripe | null;
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === "string" ? object : (object?.id ?? null);

/** Returns the customers of a contract at Stripe. Each contract has its own, so all of their charges are its. */
async function customersOf(stripe: Stripe, { payment }: StoredContract): Promise<string[]> {
  const { stripePaymentIntent, hostedInvoiceId } = payment;
  const found = await Promise.all([
    stripePaymentIntent ? stripe.paymentIntents.retrieve(stripePaymentIntent) : null,
    hostedInvoiceId ? stripe.invoices.retrieve(hostedInvoiceId) : null,
  ]);
  const ids = found.map((object) => idOf(object?.customer ?? null));
  return [...new Set(ids.filter((id): id is string => id !== null))];
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

function sourceOf(charge: Stripe.Charge): RefundSource {
  const { amount, amount_refunded, created, payment_method_details } = charge;
  const card = nameOfCard(payment_method_details?.card ?? {});
  const day = formatDay(dateOf(new Date(created * 1000)));
  return {
    id: charge.id,
    label: `${formatCents(amount)} on ${day}${card && `, ${card}`}`,
    leftCents: amount - amount_refunded,
  };
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
  const byHand = left > 0 ? [{ id: BY_HAND, label: "Received by cheque", leftCents: left }] : [];
  try {
    const charges = stripe ? await chargesOf(stripe, contract) : [];
    const open = charges.map(sourceOf).filter(({ leftCents }) => leftCents > 0);
    return { sources: [...open, ...byHand], reached: true };
  } catch (error) {
    onError(error);
    return { sources: byHand, reached: false };
  }
}

export interface RefundRequest {
  id: string;
  /** The revision that the admin was shown. */
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
 * than is left. `unknown`: Stripe did not answer, so the money may be refunded; the same request again is the same refund.
 */
export type RefundOutcome =
  | { status: "done" }
  | { status: "conflict" | "missing" | "too-much" | "unknown" }
  | { status: "refused"; message: string };

async function recordByHand(deps: RefundDeps, request: RefundRequest): Promise<RefundOutcome> {
  const { by, amountCents, reason, nonce } = request;
  const at = deps.clock().toISOString();
  const _key = `refund-${BY_HAND}-${nonce}`;
  const event: ContractEvent = { _key, at, kind: "refunded", by, amountCents, note: reason };
  let outcome: RefundOutcome = { status: "missing" };
  await changeContract(deps, request.id, (contract) => {
    outcome = { status: "done" };
    if (hasEvent(contract.history, _key)) return null;
    if (contract._rev !== request.rev) outcome = { status: "conflict" };
    else if (amountCents > byHandLeft(contract)) outcome = { status: "too-much" };
    else
      return {
        fields: {
          "payment.refundedAmount": (contract.payment.refundedAmount ?? 0) + amountCents,
          history: withEvent(contract.history, event),
        },
      };
    return null;
  });
  return outcome;
}

/** Returns the refund that this request has made before, or null. */
async function earlierRefund(
  stripe: Stripe,
  { source, nonce }: RefundRequest,
): Promise<Stripe.Refund | null> {
  const { refunds } = await stripe.charges.retrieve(source, { expand: ["refunds"] });
  return refunds?.data.find(({ metadata }) => metadata?.["nonce"] === nonce) ?? null;
}

function createRefund(stripe: Stripe, request: RefundRequest): Promise<Stripe.Refund> {
  const { id, source, amountCents, by, reason, nonce } = request;
  return stripe.refunds.create(
    {
      charge: source,
      amount: amountCents,
      reason: "requested_by_customer",
      metadata: { contractId: id, by, nonce, note: reason },
    },
    { idempotencyKey: `${id}:refund:${nonce}` },
  );
}

function outcomeOf(error: unknown): RefundOutcome {
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  )
    return { status: "refused", message: error.message };
  if (error instanceof Stripe.errors.StripeError) return { status: "unknown" };
  throw error;
}

async function refundCharge(
  deps: RefundDeps,
  stripe: Stripe,
  contract: StoredContract,
  request: RefundRequest,
): Promise<RefundOutcome> {
  let refund: Stripe.Refund | null;
  try {
    const charges = await chargesOf(stripe, contract);
    const charge = charges.find(({ id }) => id === request.source);
    if (!charge) return { status: "missing" };
    refund = await earlierRefund(stripe, request);
    if (!refund && contract._rev !== request.rev) return { status: "conflict" };
    if (!refund && request.amountCents > charge.amount - charge.amount_refunded)
      return { status: "too-much" };
    refund ??= await createRefund(stripe, request);
    // Stripe knows who made it and why, so a webhook that comes first tells the same.
    await reconcileContract(deps, stripe, request.id);
    return { status: "done" };
  } catch (error) {
    return outcomeOf(error);
  }
}

/**
 * Refunds a charge through Stripe, or records what was paid back by hand; once, however often it is asked for. Throws an AppError
 * when the store does not answer.
 */
export async function refund(deps: RefundDeps, request: RefundRequest): Promise<RefundOutcome> {
  if (request.source === BY_HAND) return recordByHand(deps, request);
  const contract = await getContract(deps.readClient, request.id);
  if (!contract) return { status: "missing" };
  if (!deps.stripe) throw new AppError("unavailable", "Stripe is switched off.");
  return refundCharge(deps, deps.stripe, contract, request);
}
