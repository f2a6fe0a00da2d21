import { outcomeOf } from "./cards.ts";
import { invalid, StripeFailure } from "./errors.ts";
import { cardPage, idOf, notice, type Page, type PageRequest } from "./pages.ts";
import { integer, list, nested, required, text, type Params } from "./params.ts";
import { cancelIntent, confirmIntent, newPaymentIntent } from "./payment-intents.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import type { Place } from "./route-table.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

const DAY_S = 24 * 60 * 60;

/** POST /v1/checkout/sessions: a page on which the sum of its lines is paid, each of them once. */
export function createCheckout(state: StripeState, params: Params, { origin }: Place): StripeObject {
  if (required(params, "mode") !== "payment") throw invalid("mode", "This stand-in only knows payment.");
  const prices = list(params, "line_items").map((item) => nested(item, "price_data"));
  const [price] = prices;
  if (!price || prices.length > 100) throw invalid("line_items", "There are 1 to 100 lines.");
  const amount = prices.reduce((sum, line) => sum + integer(line, "unit_amount"), 0);
  if (amount < 50) throw invalid("line_items[0][price_data][unit_amount]", "At least $0.50 usd");
  const id = newId("cs_test");
  return state.put({
    id,
    object: "checkout.session",
    created: state.now(),
    expires_at: state.now() + DAY_S,
    amount_subtotal: amount,
    amount_total: amount,
    currency: required(price, "currency"),
    customer: state.get(required(params, "customer"), "customer").id,
    metadata: nested(params, "metadata"),
    mode: "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    cancel_url: text(params, "cancel_url") ?? null,
    success_url: required(params, "success_url"),
    url: `${origin}/checkout/${id}`,
    _metadata: nested(nested(params, "payment_intent_data"), "metadata"),
  });
}

/** Returns a session as it is now: a day after its start it has expired. */
export function currentCheckout(state: StripeState, session: StripeObject): StripeObject {
  if (session.status === "open" && state.now() >= (session.expires_at as number)) end(state, session);
  return session;
}

function end(state: StripeState, session: StripeObject): StripeObject {
  const intent = state.find(String(session.payment_intent), "payment_intent");
  if (intent) cancelIntent(state, intent);
  Object.assign(session, { status: "expired", url: null });
  state.emit("checkout.session.expired", session);
  return session;
}

/** POST /v1/checkout/sessions/:id/expire */
export function expireCheckout(state: StripeState, session: StripeObject): StripeObject {
  if (currentCheckout(state, session).status === "open") return end(state, session);
  throw new StripeFailure(400, {
    type: "invalid_request_error",
    message: `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${String(session.status)}.`,
  });
}

/** Tries a card on a session. A declined one leaves it open. */
function pay(state: StripeState, session: StripeObject, number: string): StripeObject {
  const known = state.find(String(session.payment_intent), "payment_intent");
  const intent =
    known ??
    newPaymentIntent(state, {
      amount: session.amount_total as number,
      currency: session.currency as string,
      customer: session.customer as string,
      metadata: session._metadata,
    });
  session.payment_intent = intent.id;
  const method = createPaymentMethod(state, { card: { number } });
  confirmIntent(state, intent, { payment_method: method.id });
  Object.assign(session, { status: "complete", payment_status: "paid", url: null });
  state.emit("checkout.session.completed", session);
  return session;
}

/** Returns the page of a session, or where it leads once it is paid. */
export function checkoutPage(state: StripeState, request: PageRequest): Page {
  const found = state.find(idOf(request), "checkout.session");
  const session = found && currentCheckout(state, found);
  if (session?.status !== "open") return notice("Checkout", "This page is no longer available");
  const number = text(request.params, "number") ?? "";
  let error = "";
  if (request.method === "POST") {
    try {
      if (!outcomeOf(number)) throw new Error("Your card number is incorrect.");
      pay(state, session, number);
      return { location: String(session.success_url) };
    } catch (failure) {
      error = (failure as Error).message;
    }
  }
  const amount = ((session.amount_total as number) / 100).toFixed(2);
  return cardPage("Test checkout", `Pay $${amount}`, {
    action: "Pay",
    error,
    back: [session.cancel_url, "Back"],
  });
}
