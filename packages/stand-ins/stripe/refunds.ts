import { invalid, missing } from "./errors.ts";
import { nested, required, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

function chargeOf(state: StripeState, intentId: string): StripeObject {
  const charge = state.get(state.get(intentId, "payment_intent").latest_charge, "charge");
  if (charge.status !== "succeeded") throw missing(intentId);
  return charge;
}

const REASONS = new Set(["duplicate", "fraudulent", "requested_by_customer"]);

/** POST /v1/refunds: the whole charge, or an amount of it. */
export function createRefund(state: StripeState, params: Params): StripeObject {
  const chargeId = text(params, "charge");
  const charge = chargeId
    ? state.get(chargeId, "charge")
    : chargeOf(state, required(params, "payment_intent"));
  const reason = text(params, "reason") ?? null;
  if (reason !== null && !REASONS.has(reason)) throw invalid("reason", "Invalid reason");
  const left = (charge.amount as number) - (charge.amount_refunded as number);
  const amount = Number(text(params, "amount") ?? left);
  if (!(amount > 0 && amount <= left))
    throw invalid("amount", "Refund amount is greater than unrefunded amount on charge");
  const refund = state.put({
    id: newId("re"),
    object: "refund",
    created: state.now(),
    amount,
    charge: charge.id,
    currency: charge.currency,
    metadata: nested(params, "metadata"),
    payment_intent: charge.payment_intent,
    reason,
    status: "succeeded",
  });
  (charge.refunds as { data: StripeObject[] }).data.unshift(refund);
  charge.amount_refunded = (charge.amount_refunded as number) + amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit("refund.created", refund);
  state.emit("charge.refunded", charge);
  return refund;
}

/** Disputes the charge of an intent, as the cardholder's bank would. */
export function openDispute(state: StripeState, intentId: string): StripeObject {
  const charge = chargeOf(state, intentId);
  charge.disputed = true;
  const dispute = state.put({
    id: newId("dp"),
    object: "dispute",
    created: state.now(),
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: "general",
    status: "needs_response",
  });
  state.emit("charge.dispute.created", dispute);
  return dispute;
}

/** The bank decides a dispute. */
export function closeDispute(state: StripeState, dispute: StripeObject, params: Params): StripeObject {
  dispute.status = text(params, "won") === "true" ? "won" : "lost";
  state.emit("charge.dispute.closed", dispute);
  return dispute;
}
