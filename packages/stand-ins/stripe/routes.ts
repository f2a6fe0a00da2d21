import type Stripe from "stripe";
import { createCheckout, currentCheckout, expireCheckout } from "./checkout.ts";
import { createCoupon } from "./coupons.ts";
import { createCustomer, updateCustomer } from "./customers.ts";
import {
  addInvoiceItem,
  createInvoice,
  finalizeInvoice,
  markUncollectible,
  payNow,
  voidInvoice,
} from "./invoices.ts";
import { subscriptionOf } from "./invoice-payments.ts";
import { listObjects } from "./lists.ts";
import { text } from "./params.ts";
import {
  authenticateIntent,
  cancelIntent,
  confirmIntent,
  createPaymentIntent,
  payHostedInvoice,
  updatePaymentIntent,
} from "./payment-intents.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import { createPortalSession } from "./portal.ts";
import { closeDispute, createRefund, openDispute } from "./refunds.ts";
import { about, createRoutes } from "./route-table.ts";
import type { StripeObject } from "./state.ts";
import {
  cancelSubscription,
  createProduct,
  createSubscription,
  updateSubscription,
} from "./subscriptions.ts";
import { advanceTestClock, createTestClock, deleteTestClock } from "./test-clocks.ts";

const { on, find } = createRoutes();

/** Returns the handler of a request, with the id in its path. */
export const findRoute = find;

const found = (object: StripeObject) => object;

on<Stripe.CustomerCreateParams>(
  "POST /v1/customers",
  { email: true, name: true, phone: true, metadata: true },
  ({ state, params }) => createCustomer(state, params),
);
on<Stripe.CustomerRetrieveParams>("GET /v1/customers/:id", {}, about("customer", found));
on<Stripe.CustomerUpdateParams>(
  "POST /v1/customers/:id",
  { email: true, name: true, invoice_settings: { default_payment_method: true } },
  about("customer", (customer, { state, params }) => updateCustomer(state, customer, params)),
);

on<Stripe.ProductCreateParams>(
  "POST /v1/products",
  { id: true, name: true, metadata: true },
  ({ state, params }) => createProduct(state, params),
);
on<Stripe.CouponCreateParams>(
  "POST /v1/coupons",
  { amount_off: true, currency: true, duration: true, max_redemptions: true, name: true, metadata: true },
  ({ state, params }) => createCoupon(state, params),
);

on<Stripe.PaymentMethodCreateParams & { card: { number: string } }>(
  "POST /v1/payment_methods",
  {
    type: true,
    card: { number: true },
    billing_details: { name: true, email: true, address: { postal_code: true } },
  },
  ({ state, params }) => createPaymentMethod(state, params),
);
on<Stripe.PaymentMethodRetrieveParams>("GET /v1/payment_methods/:id", {}, about("payment_method", found));

on<Stripe.PaymentIntentCreateParams>(
  "POST /v1/payment_intents",
  {
    amount: true,
    currency: true,
    customer: true,
    receipt_email: true,
    metadata: true,
    confirm: true,
    payment_method: true,
    automatic_payment_methods: { enabled: true, allow_redirects: true },
  },
  ({ state, params }) => createPaymentIntent(state, params),
);
on<Stripe.PaymentIntentRetrieveParams>("GET /v1/payment_intents/:id", {}, about("payment_intent", found));
on<Stripe.PaymentIntentUpdateParams>(
  "POST /v1/payment_intents/:id",
  { receipt_email: true },
  about("payment_intent", (intent, { params }) => updatePaymentIntent(intent, params)),
);
on<Stripe.PaymentIntentConfirmParams & { client_secret: string }>(
  "POST /v1/payment_intents/:id/confirm",
  { payment_method: true, client_secret: true },
  about("payment_intent", (intent, { state, params }) => confirmIntent(state, intent, params)),
);
on<Stripe.PaymentIntentCancelParams>(
  "POST /v1/payment_intents/:id/cancel",
  {},
  about("payment_intent", (intent, { state }) => cancelIntent(state, intent)),
);

const price = { currency: true, product: true, unit_amount: true } as const;
on<Stripe.SubscriptionCreateParams>(
  "POST /v1/subscriptions",
  {
    customer: true,
    items: [
      { price_data: { ...price, recurring: { interval: true, interval_count: true } }, quantity: true },
    ],
    add_invoice_items: [{ price_data: price, quantity: true }],
    discounts: [{ coupon: true }],
    payment_behavior: true,
    payment_settings: { save_default_payment_method: true },
    billing_mode: { type: true },
    metadata: true,
  },
  ({ state, params }) => createSubscription(state, params),
);
on<Stripe.SubscriptionRetrieveParams>("GET /v1/subscriptions/:id", {}, about("subscription", found));
on<Stripe.SubscriptionUpdateParams>(
  "POST /v1/subscriptions/:id",
  {
    cancel_at: true,
    cancel_at_period_end: true,
    pause_collection: { behavior: true },
    proration_behavior: true,
    default_payment_method: true,
    metadata: true,
  },
  about("subscription", (subscription, { state, params }) => updateSubscription(state, subscription, params)),
);
on<Stripe.SubscriptionCancelParams>(
  "DELETE /v1/subscriptions/:id",
  { cancellation_details: { comment: true } },
  about("subscription", (subscription, { state }) => cancelSubscription(state, subscription)),
);

const invoice = { customer: true, currency: true, metadata: true } as const;
on<Stripe.InvoiceCreateParams>(
  "POST /v1/invoices",
  { ...invoice, collection_method: true, days_until_due: true, auto_advance: true },
  ({ state, params }) => createInvoice(state, params),
);
on<Stripe.InvoiceListParams>(
  "GET /v1/invoices",
  { customer: true, subscription: true, status: true, limit: true, starting_after: true },
  ({ state, params }) =>
    listObjects(state, params, {
      kind: "invoice",
      url: "/v1/invoices",
      by: {
        customer: ({ customer }) => customer,
        status: ({ status }) => status,
        subscription: (invoice) => subscriptionOf(state, invoice)?.id,
      },
    }),
);
on<Stripe.InvoiceRetrieveParams>("GET /v1/invoices/:id", {}, about("invoice", found));
on<Stripe.InvoiceItemCreateParams>(
  "POST /v1/invoiceitems",
  { customer: true, invoice: true, currency: true, amount: true, description: true },
  ({ state, params }) => addInvoiceItem(state, params),
);
const finalize = about("invoice", (invoice, { state, origin }) => finalizeInvoice(state, invoice, origin));
on<Stripe.InvoiceFinalizeInvoiceParams>("POST /v1/invoices/:id/finalize", {}, finalize);
on<Stripe.InvoiceSendInvoiceParams>("POST /v1/invoices/:id/send", {}, finalize);
on<Stripe.InvoiceVoidInvoiceParams>(
  "POST /v1/invoices/:id/void",
  {},
  about("invoice", (invoice, { state }) => voidInvoice(state, invoice)),
);
on<Stripe.InvoiceMarkUncollectibleParams>(
  "POST /v1/invoices/:id/mark_uncollectible",
  {},
  about("invoice", (invoice, { state }) => markUncollectible(state, invoice)),
);
on<Stripe.InvoicePayParams>(
  "POST /v1/invoices/:id/pay",
  { paid_out_of_band: true },
  about("invoice", (invoice, { state, params }) => payNow(state, invoice, params)),
);

on<Stripe.ChargeListParams>(
  "GET /v1/charges",
  { customer: true, payment_intent: true, created: { gt: true }, limit: true, starting_after: true },
  ({ state, params }) =>
    listObjects(state, params, {
      kind: "charge",
      url: "/v1/charges",
      by: { customer: ({ customer }) => customer, payment_intent: ({ payment_intent }) => payment_intent },
    }),
);
on<Stripe.ChargeRetrieveParams>("GET /v1/charges/:id", {}, about("charge", found));
on<Stripe.RefundCreateParams>(
  "POST /v1/refunds",
  { charge: true, payment_intent: true, amount: true, reason: true, metadata: true },
  ({ state, params }) => createRefund(state, params),
);
on<Stripe.DisputeListParams>(
  "GET /v1/disputes",
  { charge: true, payment_intent: true, limit: true, starting_after: true },
  ({ state, params }) =>
    listObjects(state, params, {
      kind: "dispute",
      url: "/v1/disputes",
      by: { charge: ({ charge }) => charge, payment_intent: ({ payment_intent }) => payment_intent },
    }),
);

on<Stripe.BillingPortal.SessionCreateParams>(
  "POST /v1/billing_portal/sessions",
  {
    customer: true,
    return_url: true,
    flow_data: { type: true, after_completion: { type: true, redirect: { return_url: true } } },
  },
  ({ state, params, origin }) => createPortalSession(state, params, origin),
);

on<Stripe.Checkout.SessionCreateParams>(
  "POST /v1/checkout/sessions",
  {
    mode: true,
    customer: true,
    allowed_payment_method_types: true,
    adaptive_pricing: { enabled: true },
    line_items: [
      { quantity: true, price_data: { currency: true, unit_amount: true, product_data: { name: true } } },
    ],
    payment_intent_data: { description: true, metadata: true },
    metadata: true,
    success_url: true,
    cancel_url: true,
  },
  ({ state, params, origin }) => createCheckout(state, params, origin),
);
on<Stripe.Checkout.SessionRetrieveParams>(
  "GET /v1/checkout/sessions/:id",
  {},
  about("checkout.session", (session, { state }) => currentCheckout(state, session)),
);
on<Stripe.Checkout.SessionExpireParams>(
  "POST /v1/checkout/sessions/:id/expire",
  {},
  about("checkout.session", (session, { state }) => expireCheckout(state, session)),
);

on<Stripe.TestHelpers.TestClockCreateParams>(
  "POST /v1/test_helpers/test_clocks",
  { frozen_time: true, name: true },
  ({ state, params }) => createTestClock(state, params),
);
on<Stripe.TestHelpers.TestClockRetrieveParams>(
  "GET /v1/test_helpers/test_clocks/:id",
  {},
  about("test_helpers.test_clock", found),
);
on<Stripe.TestHelpers.TestClockAdvanceParams>(
  "POST /v1/test_helpers/test_clocks/:id/advance",
  { frozen_time: true },
  about("test_helpers.test_clock", (clock, { state, params }) => advanceTestClock(state, clock, params)),
);
on<Stripe.TestHelpers.TestClockDeleteParams>(
  "DELETE /v1/test_helpers/test_clocks/:id",
  {},
  about("test_helpers.test_clock", (clock, { state }) => deleteTestClock(state, clock)),
);

// Actions of people: the cardholder in the 3-D Secure dialog, at the bank, and on a hosted invoice.
on(
  "POST /test/authenticate/:id",
  { accept: true },
  about("payment_intent", (intent, { state, params }) =>
    authenticateIntent(state, intent, text(params, "accept") === "true"),
  ),
);
const payHosted = about("invoice", (invoice, { state }) => payHostedInvoice(state, invoice));
on("POST /test/pay-invoice/:id", {}, payHosted);
on("POST /test/dispute/:id", {}, ({ state, id }) => openDispute(state, id));
on(
  "POST /test/close-dispute/:id",
  { won: true },
  about("dispute", (dispute, { state, params }) =>
    closeDispute(state, dispute, text(params, "won") === "true"),
  ),
);
