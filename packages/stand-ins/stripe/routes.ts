import type Stripe from "stripe";
import { createCheckout, currentCheckout, expireCheckout } from "./checkout.ts";
import { createCoupon } from "./coupons.ts";
import { createCustomer, updateCustomer } from "./customers.ts";
import { createEndpoint } from "./endpoints.ts";
import { subscriptionOf } from "./invoice-payments.ts";
import { payNow } from "./invoices.ts";
import { listObjects } from "./lists.ts";
import {
  authenticateIntent,
  cancelIntent,
  confirmIntent,
  createPaymentIntent,
  updatePaymentIntent,
} from "./payment-intents.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import { createPortalSession } from "./portal.ts";
import { closeDispute, createRefund, openDispute } from "./refunds.ts";
import { about, createRoutes } from "./route-table.ts";
import type { StripeObject, StripeState } from "./state.ts";
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

const found = (_state: StripeState, object: StripeObject) => object;

on<Stripe.CustomerCreateParams>(
  "POST /v1/customers",
  { email: true, name: true, phone: true, metadata: true },
  createCustomer,
);
on<Stripe.CustomerRetrieveParams>("GET /v1/customers/:id", {}, about("customer", found));
on<Stripe.CustomerUpdateParams>(
  "POST /v1/customers/:id",
  { email: true, name: true, invoice_settings: { default_payment_method: true } },
  about("customer", updateCustomer),
);

on<Stripe.ProductCreateParams>("POST /v1/products", { id: true, name: true, metadata: true }, createProduct);
on<Stripe.CouponCreateParams>(
  "POST /v1/coupons",
  { amount_off: true, currency: true, duration: true, max_redemptions: true, name: true, metadata: true },
  createCoupon,
);

on<Stripe.PaymentMethodCreateParams & { card: { number: string } }>(
  "POST /v1/payment_methods",
  {
    type: true,
    card: { number: true },
    billing_details: { name: true, email: true, address: { postal_code: true } },
  },
  createPaymentMethod,
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
  createPaymentIntent,
);
on<Stripe.PaymentIntentRetrieveParams>("GET /v1/payment_intents/:id", {}, about("payment_intent", found));
on<Stripe.PaymentIntentUpdateParams>(
  "POST /v1/payment_intents/:id",
  { receipt_email: true },
  about("payment_intent", updatePaymentIntent),
);
on<Stripe.PaymentIntentConfirmParams & { client_secret: string }>(
  "POST /v1/payment_intents/:id/confirm",
  { payment_method: true, client_secret: true },
  about("payment_intent", confirmIntent),
);
on<Stripe.PaymentIntentCancelParams>(
  "POST /v1/payment_intents/:id/cancel",
  {},
  about("payment_intent", cancelIntent),
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
  createSubscription,
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
  about("subscription", updateSubscription),
);
on<Stripe.SubscriptionCancelParams>(
  "DELETE /v1/subscriptions/:id",
  { cancellation_details: { comment: true } },
  about("subscription", cancelSubscription),
);

on<Stripe.InvoiceListParams>(
  "GET /v1/invoices",
  { customer: true, subscription: true, status: true, limit: true, starting_after: true },
  (state, params) =>
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
on<Stripe.InvoicePayParams>("POST /v1/invoices/:id/pay", {}, about("invoice", payNow));

on<Stripe.ChargeListParams>(
  "GET /v1/charges",
  { customer: true, payment_intent: true, created: { gt: true }, limit: true, starting_after: true },
  (state, params) =>
    listObjects(state, params, {
      kind: "charge",
      url: "/v1/charges",
      by: { customer: ({ customer }) => customer, payment_intent: ({ payment_intent }) => payment_intent },
    }),
);
on<Stripe.RefundCreateParams>(
  "POST /v1/refunds",
  { charge: true, payment_intent: true, amount: true, reason: true, metadata: true },
  createRefund,
);
const OF_A_CHARGE = {
  charge: ({ charge }: StripeObject) => charge,
  payment_intent: ({ payment_intent }: StripeObject) => payment_intent,
};
on<Stripe.RefundListParams>(
  "GET /v1/refunds",
  { charge: true, payment_intent: true, limit: true, starting_after: true },
  (state, params) => listObjects(state, params, { kind: "refund", url: "/v1/refunds", by: OF_A_CHARGE }),
);
on<Stripe.DisputeListParams>(
  "GET /v1/disputes",
  { charge: true, payment_intent: true, limit: true, starting_after: true },
  (state, params) => listObjects(state, params, { kind: "dispute", url: "/v1/disputes", by: OF_A_CHARGE }),
);

on<Stripe.BillingPortal.SessionCreateParams>(
  "POST /v1/billing_portal/sessions",
  {
    customer: true,
    return_url: true,
    flow_data: { type: true, after_completion: { type: true, redirect: { return_url: true } } },
  },
  createPortalSession,
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
  createCheckout,
);
on<Stripe.Checkout.SessionRetrieveParams>(
  "GET /v1/checkout/sessions/:id",
  {},
  about("checkout.session", currentCheckout),
);
on<Stripe.Checkout.SessionExpireParams>(
  "POST /v1/checkout/sessions/:id/expire",
  {},
  about("checkout.session", expireCheckout),
);

on<Stripe.WebhookEndpointCreateParams>(
  "POST /v1/webhook_endpoints",
  { url: true, enabled_events: true, api_version: true },
  createEndpoint,
);
on<Stripe.WebhookEndpointListParams>("GET /v1/webhook_endpoints", { limit: true }, (state, params) =>
  listObjects(state, params, { kind: "webhook_endpoint", url: "/v1/webhook_endpoints", by: {} }),
);

on<Stripe.TestHelpers.TestClockCreateParams>(
  "POST /v1/test_helpers/test_clocks",
  { frozen_time: true, name: true },
  createTestClock,
);
on<Stripe.TestHelpers.TestClockRetrieveParams>(
  "GET /v1/test_helpers/test_clocks/:id",
  {},
  about("test_helpers.test_clock", found),
);
on<Stripe.TestHelpers.TestClockAdvanceParams>(
  "POST /v1/test_helpers/test_clocks/:id/advance",
  { frozen_time: true },
  about("test_helpers.test_clock", advanceTestClock),
);
on<Stripe.TestHelpers.TestClockDeleteParams>(
  "DELETE /v1/test_helpers/test_clocks/:id",
  {},
  about("test_helpers.test_clock", deleteTestClock),
);

// Actions of people: the cardholder in the 3-D Secure dialog, and at the bank.
on("POST /test/authenticate/:id", { accept: true }, about("payment_intent", authenticateIntent));
on("POST /test/dispute/:id", {}, (state, _params, { id }) => openDispute(state, id));
on("POST /test/close-dispute/:id", { won: true }, about("dispute", closeDispute));
