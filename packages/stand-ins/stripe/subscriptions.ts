import { discounted } from "./coupons.ts";
import { invalid, missing, StripeFailure } from "./errors.ts";
import { attemptPayment, openSubscriptionInvoice, voidInvoice, type InvoiceLine } from "./invoices.ts";
import { integer, list, nested, required, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

const MONTHS: Record<string, number> = { month: 1, year: 12 };

/** Of each list of items, when a subscription is made. */
const MAX_ITEMS = 20;

/** An item of a subscription. With flexible billing each has a period of its own. */
interface Item extends StripeObject {
  current_period_start: number;
  current_period_end: number;
  _amount: number;
  _currency: string;
  _title: string;
  _months: number;
  /** Periods that have begun. */
  _periods: number;
}

export const itemsOf = (subscription: StripeObject): Item[] => (subscription.items as { data: Item[] }).data;

export const isEnded = ({ status }: StripeObject): boolean =>
  status === "canceled" || status === "incomplete_expired";

/** Moves a time on by months; the day is that of the anchor, or the month's last (Stripe, `billing_cycle_anchor`). */
function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

/** POST /v1/products */
export function createProduct(state: StripeState, params: Params): StripeObject {
  return state.put({
    id: text(params, "id") ?? newId("prod"),
    object: "product",
    created: state.now(),
    active: true,
    metadata: nested(params, "metadata"),
    name: required(params, "name"),
  });
}

function priceOf(state: StripeState, item: Params): { amount: number; currency: string; title: string } {
  const price = nested(item, "price_data");
  const currency = required(price, "currency");
  const product = state.get(required(price, "product"), "product");
  const amount = integer(price, "unit_amount") * Number(text(item, "quantity") ?? "1");
  return { amount, currency, title: String(product.name) };
}

function subscriptionItem(state: StripeState, item: Params): Item {
  const { amount, currency, title } = priceOf(state, item);
  const recurring = nested(nested(item, "price_data"), "recurring");
  const months = MONTHS[required(recurring, "interval")];
  if (!months) throw invalid("interval", "Unknown interval");
  const count = Number(text(recurring, "interval_count") ?? "1");
  const start = state.now();
  return {
    id: newId("si"),
    object: "subscription_item",
    current_period_start: start,
    current_period_end: addMonths(start, months * count),
    created: start,
    price: {
      id: newId("price"),
      object: "price",
      created: start,
      currency,
      product: text(nested(item, "price_data"), "product"),
      unit_amount: amount,
      recurring: { interval: text(recurring, "interval"), interval_count: count },
    },
    _amount: amount,
    _currency: currency,
    _title: title,
    _months: months * count,
    _periods: 1,
  };
}

const lineOf = (item: Item): InvoiceLine => ({
  amount: item._amount,
  description: item._title,
  period: { start: item.current_period_start, end: item.current_period_end },
  subscriptionItem: item.id,
});

const total = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** POST /v1/subscriptions with `default_incomplete`: nothing is charged until the first invoice's intent is confirmed. */
export function createSubscription(state: StripeState, params: Params): StripeObject {
  const customer = state.get(required(params, "customer"), "customer").id;
  if (text(params, "payment_behavior") !== "default_incomplete") {
    throw invalid("payment_behavior", "This stand-in only knows default_incomplete.");
  }
  const items = list(params, "items").map((item) => subscriptionItem(state, item));
  if (items.length === 0) throw invalid("items", "Missing required param: items.");
  const mixed = new Set(items.map(({ _months }) => _months)).size > 1;
  if (mixed && text(nested(params, "billing_mode"), "type") === "classic")
    throw invalid(
      "items",
      "All prices on a subscription must have the same interval in classic billing mode.",
    );
  const start = state.now();
  const extra = list(params, "add_invoice_items").map((item): InvoiceLine => {
    const { amount, title } = priceOf(state, item);
    return { amount, description: title, period: { start, end: start }, subscriptionItem: null };
  });
  for (const [name, { length }] of [
    ["items", items],
    ["add_invoice_items", extra],
  ] as const)
    if (length > MAX_ITEMS)
      throw invalid(name, `Array ${name} exceeded maximum ${MAX_ITEMS} allowed elements.`);
  const subscription = state.put({
    id: newId("sub"),
    object: "subscription",
    created: start,
    billing_cycle_anchor: start,
    billing_mode: { type: "flexible" },
    currency: items[0]?._currency,
    customer,
    status: "incomplete",
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    pause_collection: null,
    default_payment_method: null,
    payment_settings: {
      save_default_payment_method:
        text(nested(params, "payment_settings"), "save_default_payment_method") ?? "off",
    },
    metadata: nested(params, "metadata"),
    items: { object: "list", has_more: false, data: items },
    latest_invoice: null as string | null,
  });
  for (const item of items) item.subscription = subscription.id;
  const lines = [...items.map(lineOf), ...extra];
  const amount = discounted(state, params, total(lines));
  const reason = "subscription_create";
  subscription.latest_invoice = openSubscriptionInvoice(state, subscription, { amount, lines, reason }).id;
  state.emit("customer.subscription.created", subscription);
  return subscription;
}

/** The end of the first or the last of the running periods. */
function periodEnd(subscription: StripeObject, pick: (...ends: number[]) => number): number {
  return pick(...itemsOf(subscription).map(({ current_period_end }) => current_period_end));
}

/** Resolves `cancel_at` and `cancel_at_period_end`; the latter is the earliest period end, as in flexible billing. */
function scheduleEnd(state: StripeState, subscription: StripeObject, params: Params): void {
  const at = text(params, "cancel_at");
  const atPeriodEnd = text(params, "cancel_at_period_end");
  if (at && atPeriodEnd === "true")
    throw invalid(
      "cancel_at",
      "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
    );
  if (at === undefined && atPeriodEnd === undefined) return;
  const ends: Record<string, number> = {
    max_period_end: periodEnd(subscription, Math.max),
    min_period_end: periodEnd(subscription, Math.min),
  };
  const end =
    atPeriodEnd === "true" ? ends["min_period_end"] : at ? (ends[at] ?? integer(params, "cancel_at")) : null;
  Object.assign(subscription, {
    cancel_at: end,
    cancel_at_period_end: atPeriodEnd === "true",
    canceled_at: end === null ? null : state.now(),
  });
}

/** POST /v1/subscriptions/:id */
export function updateSubscription(
  state: StripeState,
  subscription: StripeObject,
  params: Params,
): StripeObject {
  if (isEnded(subscription))
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      message: "A canceled subscription can only update its cancellation_details and metadata.",
    });
  scheduleEnd(state, subscription, params);
  if (params["pause_collection"] !== undefined) {
    const behavior = text(nested(params, "pause_collection"), "behavior");
    if (behavior && behavior !== "void") throw invalid("pause_collection", "This stand-in only knows void.");
    subscription.pause_collection = behavior ? { behavior, resumes_at: null } : null;
  }
  const method = text(params, "default_payment_method");
  if (method !== undefined)
    subscription.default_payment_method = method ? state.get(method, "payment_method").id : null;
  Object.assign(subscription.metadata as object, nested(params, "metadata"));
  state.emit("customer.subscription.updated", subscription);
  return subscription;
}

/** DELETE /v1/subscriptions/:id, and the end of one that was to end. */
export function cancelSubscription(state: StripeState, subscription: StripeObject): StripeObject {
  if (isEnded(subscription)) throw missing(subscription.id);
  const incomplete = subscription.status === "incomplete";
  Object.assign(subscription, {
    status: incomplete ? "incomplete_expired" : "canceled",
    canceled_at: subscription.canceled_at ?? state.now(),
    ended_at: state.now(),
  });
  if (incomplete) voidInvoice(state, state.get(subscription.latest_invoice, "invoice"));
  state.emit("customer.subscription.deleted", subscription);
  return subscription;
}

/** Charges an open invoice of a subscription; the last failed attempt ends the subscription. */
export function collect(state: StripeState, subscription: StripeObject, invoice: StripeObject): void {
  const outcome = attemptPayment(state, invoice, subscription);
  if (outcome === "given-up") cancelSubscription(state, subscription);
  if (outcome !== "again" || subscription.status === "past_due") return;
  subscription.status = "past_due";
  state.emit("customer.subscription.updated", subscription);
}

/** Begins the next period of all items whose period ends now, and charges them together. */
export function renew(state: StripeState, subscription: StripeObject): void {
  const due = itemsOf(subscription).filter((item) => item.current_period_end <= state.now());
  for (const item of due) {
    item._periods += 1;
    item.current_period_start = item.current_period_end;
    item.current_period_end = addMonths(
      subscription.billing_cycle_anchor as number,
      item._months * item._periods,
    );
  }
  const lines = due.map(lineOf);
  const invoice = openSubscriptionInvoice(state, subscription, {
    amount: total(lines),
    lines,
    reason: "subscription_cycle",
  });
  subscription.latest_invoice = invoice.id;
  state.emit("customer.subscription.updated", subscription);
  if (subscription.pause_collection) voidInvoice(state, invoice);
  else collect(state, subscription, invoice);
}
