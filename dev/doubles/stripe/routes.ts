import { createCoupon } from "./coupons.ts";
import { missing } from "./errors.ts";
import {
  addInvoiceItem,
  createInvoice,
  finalizeInvoice,
  markUncollectible,
  requireInvoice,
  voidInvoice,
} from "./invoices.ts";
import { nested, required, text, type Params } from "./params.ts";
import {
  authenticateIntent,
  cancelIntent,
  confirmIntent,
  createPaymentIntent,
  payHostedInvoice,
  requireIntent,
} from "./payment-intents.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import { createRefund, openDispute } from "./refunds.ts";
import { newId, now, type StripeObject, type StripeState } from "./state.ts";
import { cancelSubscription, createSubscription, requireSubscription } from "./subscriptions.ts";

interface Call {
  state: StripeState;
  params: Params;
  id: string;
  origin: string;
}

type Handler = (call: Call) => StripeObject;

function createCustomer({ state, params }: Call): StripeObject {
  return state.put({
    id: newId("cus"),
    object: "customer",
    created: now(),
    email: text(params, "email") ?? null,
    name: text(params, "name") ?? null,
    metadata: nested(params, "metadata"),
  });
}

function createProduct({ state, params }: Call): StripeObject {
  return state.put({
    id: text(params, "id") ?? newId("prod"),
    object: "product",
    name: required(params, "name"),
    active: true,
  });
}

function existing(kind: string): Handler {
  return ({ state, id }) => {
    const object = state.find(id, kind);
    if (!object) throw missing(id);
    return object;
  };
}

/** Every call of the double; any other fails the test. */
const routes: [method: string, path: RegExp, handler: Handler][] = [
  ["POST", /^\/v1\/customers$/, createCustomer],
  ["GET", /^\/v1\/customers\/([^/]+)$/, existing("customer")],
  ["POST", /^\/v1\/products$/, createProduct],
  ["GET", /^\/v1\/products\/([^/]+)$/, existing("product")],
  ["POST", /^\/v1\/coupons$/, ({ state, params }) => createCoupon(state, params)],
  ["POST", /^\/v1\/payment_methods$/, ({ state, params }) => createPaymentMethod(state, params)],
  ["GET", /^\/v1\/payment_methods\/([^/]+)$/, existing("payment_method")],
  ["POST", /^\/v1\/payment_intents$/, ({ state, params }) => createPaymentIntent(state, params)],
  ["GET", /^\/v1\/payment_intents\/([^/]+)$/, ({ state, id }) => requireIntent(state, id)],
  [
    "POST",
    /^\/v1\/payment_intents\/([^/]+)\/confirm$/,
    ({ state, id, params }) => confirmIntent(state, requireIntent(state, id), params),
  ],
  [
    "POST",
    /^\/v1\/payment_intents\/([^/]+)\/cancel$/,
    ({ state, id }) => cancelIntent(state, requireIntent(state, id)),
  ],
  ["POST", /^\/v1\/subscriptions$/, ({ state, params }) => createSubscription(state, params)],
  ["GET", /^\/v1\/subscriptions\/([^/]+)$/, ({ state, id }) => requireSubscription(state, id)],
  [
    "DELETE",
    /^\/v1\/subscriptions\/([^/]+)$/,
    ({ state, id }) => cancelSubscription(state, requireSubscription(state, id)),
  ],
  ["POST", /^\/v1\/invoices$/, ({ state, params }) => createInvoice(state, params)],
  ["GET", /^\/v1\/invoices\/([^/]+)$/, ({ state, id }) => requireInvoice(state, id)],
  ["POST", /^\/v1\/invoiceitems$/, ({ state, params }) => addInvoiceItem(state, params)],
  [
    "POST",
    /^\/v1\/invoices\/([^/]+)\/(?:finalize|send)$/,
    ({ state, id, origin }) => finalizeInvoice(state, requireInvoice(state, id), origin),
  ],
  [
    "POST",
    /^\/v1\/invoices\/([^/]+)\/void$/,
    ({ state, id }) => voidInvoice(state, requireInvoice(state, id)),
  ],
  [
    "POST",
    /^\/v1\/invoices\/([^/]+)\/mark_uncollectible$/,
    ({ state, id }) => markUncollectible(state, requireInvoice(state, id)),
  ],
  ["POST", /^\/v1\/refunds$/, ({ state, params }) => createRefund(state, params)],
  // Actions of people: the cardholder in the 3-D Secure dialog, at the bank, and on a hosted invoice.
  [
    "POST",
    /^\/test\/authenticate\/([^/]+)$/,
    ({ state, id, params }) =>
      authenticateIntent(state, requireIntent(state, id), text(params, "accept") === "true"),
  ],
  [
    "POST",
    /^\/test\/pay-invoice\/([^/]+)$/,
    ({ state, id }) => payHostedInvoice(state, requireInvoice(state, id)),
  ],
  ["POST", /^\/test\/dispute\/([^/]+)$/, ({ state, id }) => openDispute(state, id)],
];

export function findRoute(method: string, path: string): { handler: Handler; id: string } | undefined {
  for (const [routeMethod, pattern, handler] of routes) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (match) return { handler, id: decodeURIComponent(match[1] ?? "") };
  }
  return undefined;
}
