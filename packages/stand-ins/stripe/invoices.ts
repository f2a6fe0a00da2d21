import { invalid, StripeFailure } from "./errors.ts";
import { addPayment, paymentsOf, subscriptionOf, transition } from "./invoice-payments.ts";
import { chargeSavedCard, newPaymentIntent } from "./payment-intents.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

/** A line of a subscription's invoice. */
export interface InvoiceLine {
  amount: number;
  description: string;
  period: { start: number; end: number };
  /** `null` for a one-time line. */
  subscriptionItem: string | null;
}

function newInvoice(
  state: StripeState,
  customer: string,
  fields: Record<string, unknown> & { currency: unknown },
): StripeObject {
  return state.put({
    id: newId("in"),
    object: "invoice",
    created: state.now(),
    customer,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    hosted_invoice_url: null,
    payments: { object: "list", has_more: false, data: [] },
    parent: null,
    metadata: {},
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...fields,
  });
}

/** Creates an invoice of a subscription: finalized, with a PaymentIntent. */
export function openSubscriptionInvoice(
  state: StripeState,
  subscription: StripeObject,
  { amount, lines, reason }: { amount: number; lines: InvoiceLine[]; reason: string },
): StripeObject {
  const { currency } = subscription;
  const invoice = newInvoice(state, subscription.customer as string, {
    currency,
    status: "open",
    collection_method: "charge_automatically",
    billing_reason: reason,
    amount_due: amount,
    amount_remaining: amount,
    lines: {
      object: "list",
      has_more: false,
      data: lines.map(({ subscriptionItem, ...line }) => ({
        id: newId("il"),
        object: "line_item",
        currency,
        ...line,
        invoice: null as string | null,
        subscription: subscriptionItem && subscription.id,
        parent: subscriptionItem && {
          type: "subscription_item_details",
          subscription_item_details: { subscription: subscription.id, subscription_item: subscriptionItem },
        },
      })),
    },
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
  });
  for (const line of (invoice.lines as { data: { invoice: string | null }[] }).data)
    line.invoice = invoice.id;
  invoice.hosted_invoice_url = `${state.origin}/hosted-invoice/${invoice.id}`;
  const intent = newPaymentIntent(state, {
    amount,
    currency: currency as string,
    customer: subscription.customer as string,
    metadata: {}, // as Stripe: the subscription's metadata is not copied to the intent
    _invoice: invoice.id,
  });
  invoice.confirmation_secret = { client_secret: intent.client_secret, type: "payment_intent" };
  addPayment(state, invoice, intent, "open");
  transition(state, invoice, "finalized_at");
  state.emit("invoice.finalized", invoice);
  return invoice;
}

/** Stripe's default schedule, simplified: so many days after each failed attempt; then the subscription is cancelled. */
const RETRY_DAYS = [3, 5, 7];
const DAY = 86_400;

/** Charges the card of a subscription for an open invoice. Returns whether it was paid. */
function chargeCard(state: StripeState, invoice: StripeObject, subscription: StripeObject): boolean {
  const customer = state.get(subscription.customer, "customer");
  const { default_payment_method: fallback } = customer.invoice_settings as {
    default_payment_method: string | null;
  };
  const method = (subscription.default_payment_method as string | null) ?? fallback;
  const intent = state.get(paymentsOf(invoice)[0]?.payment.payment_intent, "payment_intent");
  return chargeSavedCard(state, intent, method);
}

/** Tries to collect an open invoice. Returns whether another attempt follows, or it was paid. */
export function attemptPayment(
  state: StripeState,
  invoice: StripeObject,
  subscription: StripeObject,
): "paid" | "again" | "given-up" {
  const attempts = (invoice.attempt_count as number) + 1;
  Object.assign(invoice, { attempt_count: attempts, attempted: true });
  if (chargeCard(state, invoice, subscription)) return "paid";
  const days = RETRY_DAYS[attempts - 1];
  invoice.next_payment_attempt = days === undefined ? null : state.now() + days * DAY;
  state.emit("invoice.payment_failed", invoice);
  return days === undefined ? "given-up" : "again";
}

export function voidInvoice(state: StripeState, invoice: StripeObject): StripeObject {
  if (invoice.status === "paid") throw invalid("invoice", "You can only void open invoices.");
  if (invoice.status !== "void") {
    Object.assign(invoice, { status: "void", next_payment_attempt: null });
    for (const { payment } of paymentsOf(invoice))
      state.get(payment.payment_intent, "payment_intent").status = "canceled";
    transition(state, invoice, "voided_at");
    state.emit("invoice.voided", invoice);
  }
  return invoice;
}

/** POST /v1/invoices/:id/pay: the subscription's card is charged now. That leaves the schedule of the automatic attempts. */
export function payNow(state: StripeState, invoice: StripeObject): StripeObject {
  if (invoice.status === "paid") throw invalid("invoice", "Invoice is already paid");
  if (invoice.status !== "open") throw invalid("invoice", "Invoice is not open.");
  const subscription = subscriptionOf(state, invoice);
  if (subscription && !chargeCard(state, invoice, subscription)) {
    state.emit("invoice.payment_failed", invoice);
    throw new StripeFailure(402, {
      type: "card_error",
      code: "card_declined",
      message: "Your card was declined.",
    });
  }
  return invoice;
}
