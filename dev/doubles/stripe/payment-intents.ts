import { declineMessages, type CardOutcome } from "./cards.ts";
import { invalid, missing, StripeFailure } from "./errors.ts";
import { integer, nested, required, text, type Params } from "./params.ts";
import { newPaymentIntent } from "./new-payment-intent.ts";
import { payInvoice } from "./invoices.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

export function createPaymentIntent(state: StripeState, params: Params): StripeObject {
  const amount = integer(params, "amount");
  if (amount < 50) throw invalid("amount", "Amount must be at least $0.50 usd");
  const intent = newPaymentIntent(state, {
    amount,
    currency: required(params, "currency"),
    customer: text(params, "customer") ?? null,
    metadata: nested(params, "metadata"),
  });
  state.emit("payment_intent.created", intent);
  return text(params, "confirm") === "true" ? confirmIntent(state, intent, params) : intent;
}

export function requireIntent(state: StripeState, id: string): StripeObject {
  const intent = state.find(id, "payment_intent");
  if (!intent) throw missing(id);
  return intent;
}

/** Records the charge of an intent; no other function moves money. */
function settleIntent(state: StripeState, intent: StripeObject): StripeObject {
  const charge = state.put({
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    payment_intent: intent.id,
    status: "succeeded",
  });
  Object.assign(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  });
  state.charges.push({
    paymentIntent: intent.id,
    amount: intent.amount as number,
    metadata: intent.metadata,
  });
  state.emit("payment_intent.succeeded", intent);
  if (typeof intent.invoice === "string") payInvoice(state, intent.invoice);
  return intent;
}

/** Pays a hosted invoice from its page. */
export function payHostedInvoice(state: StripeState, invoice: StripeObject): StripeObject {
  if (invoice.status !== "open" && invoice.status !== "uncollectible")
    throw invalid("invoice", `The invoice is ${String(invoice.status)}.`);
  const intent = newPaymentIntent(state, {
    amount: invoice.amount_due as number,
    currency: "usd",
    customer: invoice.customer as string,
    metadata: {},
    invoice: invoice.id,
  });
  const payment = { type: "payment_intent", payment_intent: intent.id };
  invoice.payments = { object: "list", data: [{ object: "invoice_payment", status: "paid", payment }] };
  settleIntent(state, intent);
  return invoice;
}

function failIntent(state: StripeState, intent: StripeObject, error: Record<string, unknown>): void {
  Object.assign(intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: { type: "card_error", ...error },
  });
  state.emit("payment_intent.payment_failed", intent);
}

function decline(state: StripeState, intent: StripeObject, outcome: CardOutcome): never {
  const error = declineMessages[outcome] ?? {
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Declined.",
  };
  failIntent(state, intent, error);
  throw new StripeFailure(402, { type: "card_error", ...error, payment_intent: intent });
}

/** Attaches the payment method and acts as its card does: pay, decline, or require 3-D Secure. */
export function confirmIntent(state: StripeState, intent: StripeObject, params: Params): StripeObject {
  const secret = text(params, "client_secret");
  if (secret !== undefined && secret !== intent.client_secret)
    throw invalid("client_secret", "The client secret is wrong.");
  if (intent.status === "succeeded" || intent.status === "canceled") {
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent's status is ${intent.status}; it cannot be confirmed.`,
      payment_intent: intent,
    });
  }
  const method = state.find(required(params, "payment_method"), "payment_method");
  if (!method) throw missing(String(params["payment_method"]));
  intent.payment_method = method.id;
  const outcome = method._outcome as CardOutcome;
  if (outcome === "succeeds") return settleIntent(state, intent);
  if (outcome !== "authenticate") return decline(state, intent, outcome);
  Object.assign(intent, {
    status: "requires_action",
    next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} },
  });
  state.emit("payment_intent.requires_action", intent);
  return intent;
}

/** The visitor's choice in the 3-D Secure dialog. */
export function authenticateIntent(
  state: StripeState,
  intent: StripeObject,
  accepted: boolean,
): StripeObject {
  if (intent.status !== "requires_action") return intent;
  if (accepted) return settleIntent(state, intent);
  failIntent(state, intent, {
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  });
  return intent;
}

export function cancelIntent(state: StripeState, intent: StripeObject): StripeObject {
  if (intent.status === "succeeded") {
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: "You cannot cancel this PaymentIntent because it has a status of succeeded.",
    });
  }
  if (intent.status !== "canceled") {
    intent.status = "canceled";
    state.emit("payment_intent.canceled", intent);
  }
  return intent;
}
