import { invalid, missing } from "./errors.ts";
import { requireIntent } from "./payment-intents.ts";
import { required, text, type Params } from "./params.ts";
import { newId, now, type StripeObject, type StripeState } from "./state.ts";

function chargeOf(state: StripeState, intentId: string): StripeObject {
  const charge = state.find(String(requireIntent(state, intentId).latest_charge), "charge");
  if (!charge) throw missing(intentId);
  return charge;
}

export function createRefund(state: StripeState, params: Params): StripeObject {
  const charge = chargeOf(state, required(params, "payment_intent"));
  const left = (charge.amount as number) - (charge.amount_refunded as number);
  const amount = Number(text(params, "amount") ?? left);
  if (!(amount > 0 && amount <= left))
    throw invalid("amount", "Refund amount is greater than unrefunded amount on charge");
  charge.amount_refunded = (charge.amount_refunded as number) + amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit("charge.refunded", charge);
  return state.put({
    id: newId("re"),
    object: "refund",
    created: now(),
    amount,
    payment_intent: charge.payment_intent,
    status: "succeeded",
  });
}

/** Disputes the charge of an intent, as the cardholder's bank would. */
export function openDispute(state: StripeState, intentId: string): StripeObject {
  const charge = chargeOf(state, intentId);
  charge.disputed = true;
  const dispute = state.put({
    id: newId("dp"),
    object: "dispute",
    created: now(),
    amount: charge.amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    status: "needs_response",
  });
  state.emit("charge.dispute.created", dispute);
  return dispute;
}
