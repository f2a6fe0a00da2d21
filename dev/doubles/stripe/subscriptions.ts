import { discounted } from "./coupons.ts";
import { invalid, missing } from "./errors.ts";
import { openSubscriptionInvoice, requireInvoice, voidInvoice } from "./invoices.ts";
import { integer, list, nested, required, text, type Params } from "./params.ts";
import { newId, now, type StripeObject, type StripeState } from "./state.ts";

const MONTHS: Record<string, number> = { month: 1, year: 12 };
const DAY = 86_400;

function unitAmount(state: StripeState, item: Params): number {
  const price = nested(item, "price_data");
  required(price, "currency");
  const product = required(price, "product");
  if (!state.find(product, "product")) throw missing(product);
  return integer(price, "unit_amount") * Number(text(item, "quantity") ?? "1");
}

function subscriptionItem(state: StripeState, item: Params): StripeObject & { amount: number } {
  const amount = unitAmount(state, item);
  const recurring = nested(nested(item, "price_data"), "recurring");
  const months = MONTHS[required(recurring, "interval")];
  if (!months) throw invalid("interval", "Unknown interval");
  const count = Number(text(recurring, "interval_count") ?? "1");
  const start = now();
  return {
    id: newId("si"),
    object: "subscription_item",
    amount,
    current_period_start: start,
    current_period_end: start + months * count * 30 * DAY,
    price: {
      id: newId("price"),
      unit_amount: amount,
      recurring: { interval: text(recurring, "interval"), interval_count: count },
    },
  };
}

/** POST /v1/subscriptions with `default_incomplete`: nothing is charged until the first invoice's intent is confirmed. */
export function createSubscription(state: StripeState, params: Params): StripeObject {
  const customer = required(params, "customer");
  if (!state.find(customer, "customer")) throw missing(customer);
  if (text(params, "payment_behavior") !== "default_incomplete") {
    throw invalid("payment_behavior", "This double only knows default_incomplete.");
  }
  const items = list(params, "items").map((item) => subscriptionItem(state, item));
  if (items.length === 0) throw invalid("items", "Missing required param: items.");
  const extra = list(params, "add_invoice_items").map((item) => unitAmount(state, item));
  const subscription = state.put({
    id: newId("sub"),
    object: "subscription",
    created: now(),
    customer,
    status: "incomplete",
    cancel_at_period_end: false,
    canceled_at: null,
    metadata: nested(params, "metadata"),
    items: { object: "list", data: items },
    latest_invoice: null as string | null,
  });
  const amount = [...items.map((item) => item.amount), ...extra].reduce((a, b) => a + b, 0);
  const { invoice } = openSubscriptionInvoice(state, subscription, discounted(state, params, amount));
  subscription.latest_invoice = invoice.id;
  state.emit("customer.subscription.created", subscription);
  return subscription;
}

export function requireSubscription(state: StripeState, id: string): StripeObject {
  const subscription = state.find(id, "subscription");
  if (!subscription) throw missing(id);
  return subscription;
}

export function cancelSubscription(state: StripeState, subscription: StripeObject): StripeObject {
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw missing(subscription.id);
  }
  const incomplete = subscription.status === "incomplete";
  Object.assign(subscription, { status: incomplete ? "incomplete_expired" : "canceled", canceled_at: now() });
  if (incomplete) voidInvoice(state, requireInvoice(state, subscription.latest_invoice as string));
  state.emit("customer.subscription.deleted", subscription);
  return subscription;
}
