import { declineOf, type CardOutcome, type Decline } from "./cards.ts";
import { attachMethod } from "./customers.ts";
import { invalid, StripeFailure } from "./errors.ts";
import { payInvoice } from "./invoice-payments.ts";
import { integer, nested, required, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

interface NewIntent {
  amount: number;
  currency: string;
  customer: string | null;
  receipt_email?: string;
  metadata: unknown;
  /** Not a field of the API any more; Stripe keeps it on the invoice's payments. */
  _invoice?: string;
}

/** A PaymentIntent that waits for a payment method. */
export function newPaymentIntent(state: StripeState, fields: NewIntent): StripeObject {
  const id = newId("pi");
  return state.put({
    id,
    object: "payment_intent",
    created: state.now(),
    livemode: false,
    amount_received: 0,
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    ...fields,
  });
}

function receiptEmail(params: Params): { receipt_email?: string } {
  const email = text(params, "receipt_email");
  return email ? { receipt_email: email } : {};
}

/** POST /v1/payment_intents/:id */
export function updatePaymentIntent(_state: StripeState, intent: StripeObject, params: Params): StripeObject {
  return Object.assign(intent, receiptEmail(params));
}

export function createPaymentIntent(state: StripeState, params: Params): StripeObject {
  const amount = integer(params, "amount");
  if (amount < 50) throw invalid("amount", "Amount must be at least $0.50 usd");
  const intent = newPaymentIntent(state, {
    amount,
    currency: required(params, "currency"),
    customer: text(params, "customer") ?? null,
    metadata: nested(params, "metadata"),
    ...receiptEmail(params),
  });
  state.emit("payment_intent.created", intent);
  return text(params, "confirm") === "true" ? confirmIntent(state, intent, params) : intent;
}

/** A charge that was tried, with the card that it was tried on. */
function newCharge(state: StripeState, intent: StripeObject, failure: Decline | null): StripeObject {
  const card = state.find(String(intent.payment_method), "payment_method")?.card as
    | { brand: string; last4: string }
    | undefined;
  return state.put({
    id: newId("ch"),
    object: "charge",
    created: state.now(),
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    metadata: intent.metadata,
    refunded: false,
    disputed: false,
    paid: !failure,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: {
      type: "card",
      card: { brand: card?.brand ?? "visa", last4: card?.last4 ?? "4242" },
    },
    refunds: { object: "list", has_more: false, data: [] },
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    status: failure ? "failed" : "succeeded",
  });
}

/** Records the charge of an intent; no other function moves money. */
function settleIntent(state: StripeState, intent: StripeObject): StripeObject {
  const charge = newCharge(state, intent, null);
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
  state.emit("charge.succeeded", charge);
  state.emit("payment_intent.succeeded", intent);
  const method = state.find(String(intent.payment_method), "payment_method");
  if (typeof intent._invoice !== "string") return intent;
  if (method && intent.customer) attachMethod(state, method, intent.customer);
  payInvoice(state, state.get(intent._invoice, "invoice"), intent);
  return intent;
}

/** Pays an invoice from its page, as a client does whose bank wants a renewal to be confirmed. */
export function payHostedInvoice(state: StripeState, invoice: StripeObject): StripeObject {
  if (invoice.status !== "open") throw invalid("invoice", `The invoice is ${String(invoice.status)}.`);
  const intent = newPaymentIntent(state, {
    amount: invoice.amount_due as number,
    currency: invoice.currency as string,
    customer: invoice.customer as string,
    metadata: {},
    _invoice: invoice.id,
  });
  settleIntent(state, intent);
  return invoice;
}

function failIntent(state: StripeState, intent: StripeObject, error: Decline): void {
  const charge = newCharge(state, intent, error);
  Object.assign(intent, {
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: { type: "card_error", ...error },
  });
  state.emit("charge.failed", charge);
  state.emit("payment_intent.payment_failed", intent);
}

function decline(state: StripeState, intent: StripeObject, outcome: CardOutcome): never {
  const error = declineOf(outcome);
  failIntent(state, intent, error);
  throw new StripeFailure(402, { type: "card_error", ...error, payment_intent: intent });
}

/** Charges a saved card while the customer is away. Returns whether it was paid. */
export function chargeSavedCard(state: StripeState, intent: StripeObject, methodId: string | null): boolean {
  const method = methodId ? state.find(methodId, "payment_method") : undefined;
  intent.payment_method = method?.id ?? null;
  const outcome = (method?._outcome ?? "declined") as CardOutcome;
  if (outcome === "succeeds") settleIntent(state, intent);
  else failIntent(state, intent, declineOf(outcome));
  return outcome === "succeeds";
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
  const method = state.get(required(params, "payment_method"), "payment_method");
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
export function authenticateIntent(state: StripeState, intent: StripeObject, params: Params): StripeObject {
  if (intent.status !== "requires_action") return intent;
  if (text(params, "accept") === "true") return settleIntent(state, intent);
  failIntent(state, intent, {
    code: "payment_intent_authentication_failure",
    decline_code: "authentication_required",
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
