import { invalid, missing } from "./errors.ts";
import { newPaymentIntent } from "./new-payment-intent.ts";
import { integer, nested, required, text, type Params } from "./params.ts";
import { newId, now, type StripeObject, type StripeState } from "./state.ts";

export function requireInvoice(state: StripeState, id: string): StripeObject {
  const invoice = state.find(id, "invoice");
  if (!invoice) throw missing(id);
  return invoice;
}

/** Creates the first invoice of a subscription: finalized, with a PaymentIntent. */
export function openSubscriptionInvoice(
  state: StripeState,
  subscription: StripeObject,
  amount: number,
): { invoice: StripeObject; intent: StripeObject } {
  const id = newId("in");
  const intent = newPaymentIntent(state, {
    amount,
    currency: "usd",
    customer: subscription.customer as string,
    metadata: {}, // as Stripe: the subscription's metadata is not copied to the intent
    invoice: id,
  });
  const invoice = state.put({
    id,
    object: "invoice",
    created: now(),
    customer: subscription.customer,
    status: "open",
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    confirmation_secret: { client_secret: intent.client_secret, type: "payment_intent" },
  });
  state.emit("invoice.finalized", invoice);
  return { invoice, intent };
}

function subscriptionIdOf(invoice: StripeObject): string | undefined {
  const parent = invoice.parent as { subscription_details?: { subscription?: string } } | null;
  return parent?.subscription_details?.subscription;
}

export function payInvoice(state: StripeState, id: string): void {
  const invoice = requireInvoice(state, id);
  Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, amount_remaining: 0 });
  const subscription = state.find(subscriptionIdOf(invoice) ?? "", "subscription");
  if (subscription) {
    subscription.status = "active";
    state.emit("customer.subscription.updated", subscription);
  }
  state.emit("invoice.paid", invoice);
}

export function voidInvoice(state: StripeState, invoice: StripeObject): StripeObject {
  if (invoice.status === "paid") throw invalid("invoice", "You can only void open invoices.");
  if (invoice.status !== "void") {
    invoice.status = "void";
    for (const intent of state.all("payment_intent")) {
      if (intent.invoice === invoice.id) intent.status = "canceled";
    }
    state.emit("invoice.voided", invoice);
  }
  return invoice;
}

/** POST /v1/invoices/:id/mark_uncollectible: written off, but still payable. */
export function markUncollectible(state: StripeState, invoice: StripeObject): StripeObject {
  if (invoice.status !== "open") throw invalid("invoice", "You can only mark open invoices uncollectible.");
  invoice.status = "uncollectible";
  state.emit("invoice.marked_uncollectible", invoice);
  return invoice;
}

/** POST /v1/invoices: a hosted invoice that the client pays later. */
export function createInvoice(state: StripeState, params: Params): StripeObject {
  return state.put({
    id: newId("in"),
    object: "invoice",
    created: now(),
    customer: required(params, "customer"),
    collection_method: text(params, "collection_method") ?? "charge_automatically",
    status: "draft",
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    metadata: nested(params, "metadata"),
    hosted_invoice_url: null,
    payments: { object: "list", data: [] },
    parent: null,
  });
}

export function addInvoiceItem(state: StripeState, params: Params): StripeObject {
  const invoice = requireInvoice(state, required(params, "invoice"));
  if (invoice.status !== "draft") throw invalid("invoice", "The invoice is already finalized.");
  // A credit, such as a discount, is a negative amount.
  const amount = integer(params, "amount", { signed: true });
  invoice.amount_due = (invoice.amount_due as number) + amount;
  invoice.amount_remaining = invoice.amount_due;
  return state.put({
    id: newId("ii"),
    object: "invoiceitem",
    invoice: invoice.id,
    amount,
    description: text(params, "description"),
  });
}

export function finalizeInvoice(state: StripeState, invoice: StripeObject, origin: string): StripeObject {
  if (invoice.status === "draft") {
    Object.assign(invoice, { status: "open", hosted_invoice_url: `${origin}/hosted-invoice/${invoice.id}` });
    state.emit("invoice.finalized", invoice);
  }
  return invoice;
}
