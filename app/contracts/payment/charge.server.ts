import { createHash } from "node:crypto";
import Stripe from "stripe";
import type { CardConfig } from "../../model/contracts/card.ts";
import type { ContractDocument, Payer } from "../../model/contracts/contract-document.ts";
import { frequencyTerms } from "../../model/contracts/frequency.ts";
import { CURRENCY, sumCents } from "../../model/contracts/money.ts";
import type { OrderLine, OrderTotals } from "../../model/contracts/pricing.ts";
import type { Env } from "../../platform/env.server.ts";

/** Timeout of one request to Stripe, and the library's (idempotent) retries. */
const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** Returns a client for the configured account, or null when card payment is off. */
export function createStripe(config: Env["stripe"]): Stripe | null {
  if (!config.on) return null;
  const base = config.apiBase ? new URL(config.apiBase) : null;
  return new Stripe(config.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port,
          protocol: base.protocol === "https:" ? ("https" as const) : ("http" as const),
        }
      : {}),
  });
}

/** Returns what the browser needs of the account, or null when card payment is off. */
export function cardConfigOf(config: Env["stripe"]): CardConfig | null {
  if (!config.on) return null;
  return {
    publishableKey: config.publishableKey,
    scriptUrl: config.apiBase ? new URL("/stripe.js", config.apiBase).href : null,
    test: config.publishableKey.startsWith("pk_test_"),
  };
}

/** A charge that the browser can confirm; the ids are stored on the contract. */
export interface StartedCharge {
  clientSecret: string;
  paymentIntentId: string;
  /** `""` for an order without recurring services. */
  subscriptionId: string;
}

export interface ChargeRequest {
  contractId: string;
  contract: Pick<ContractDocument, "contactInfo" | "payment" | "couponCode">;
  payer: Payer;
  totals: OrderTotals;
}

/**
 * Returns an idempotency key: the same contract with the same amounts means the same Stripe objects; a changed contract, or
 * one whose earlier intent was cancelled, means new ones (Stripe, "Idempotent requests").
 */
function keyFor(request: ChargeRequest, step: string): string {
  const lines = request.totals.lines.map((line) => [
    line.serviceId,
    line.frequency,
    line.quantity,
    line.paymentCents,
    line.dueTodayCents,
  ]);
  const { contactInfo, payment } = request.contract;
  const digest = createHash("sha256")
    .update(JSON.stringify([contactInfo, request.payer, lines, payment.stripePaymentIntent]))
    .digest("hex");
  return `${request.contractId}:${step}:${digest.slice(0, 16)}`;
}

/** Stripe takes 20 characters. A number from abroad may have more, with its separators. */
const MAX_PHONE_LENGTH = 20;

/** The customer at Stripe is who pays. */
async function createCustomer(stripe: Stripe, request: ChargeRequest): Promise<string> {
  const typed = request.contract.contactInfo.phone;
  const phone = typed.length > MAX_PHONE_LENGTH ? typed.replaceAll(/[^+\d]/g, "") : typed;
  const customer = await stripe.customers.create(
    { ...request.payer, phone, metadata: { contractId: request.contractId } },
    { idempotencyKey: keyFor(request, "customer") },
  );
  return customer.id;
}

async function createProduct(stripe: Stripe, request: ChargeRequest, line: OrderLine): Promise<string> {
  const product = await stripe.products.create(
    { name: line.title, metadata: { serviceId: line.serviceId } },
    { idempotencyKey: keyFor(request, `product-${line.serviceId}`) },
  );
  return product.id;
}

function interval(line: OrderLine): { interval: "month" | "year"; interval_count: number } {
  const months = line.frequency ? frequencyTerms[line.frequency].months : 1;
  return months === 12
    ? { interval: "year", interval_count: 1 }
    : { interval: "month", interval_count: months };
}

/** A coupon counts once (docs/decisions/0005): Stripe takes its amount off the first invoice and off no later one. */
async function discounts(stripe: Stripe, request: ChargeRequest): Promise<{ coupon: string }[]> {
  const { lines, couponDiscountCents } = request.totals;
  if (couponDiscountCents === 0) return [];
  // With the tax on it, as in the prices.
  const amountOff = sumCents(lines, ({ paymentCents, dueTodayCents }) => paymentCents - dueTodayCents);
  const coupon = await stripe.coupons.create(
    {
      amount_off: amountOff,
      currency: CURRENCY,
      duration: "once",
      max_redemptions: 1,
      name: `Coupon ${request.contract.couponCode}`.slice(0, 40),
      metadata: { contractId: request.contractId },
    },
    { idempotencyKey: keyFor(request, "coupon") },
  );
  return [{ coupon: coupon.id }];
}

async function startIntent(stripe: Stripe, request: ChargeRequest): Promise<StartedCharge> {
  const customer = await createCustomer(stripe, request);
  const intent = await stripe.paymentIntents.create(
    {
      amount: request.totals.dueTodayCents,
      currency: CURRENCY,
      customer,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      receipt_email: request.payer.email,
      metadata: { contractId: request.contractId },
    },
    { idempotencyKey: keyFor(request, "intent") },
  );
  if (!intent.client_secret) throw new Error(`Stripe gave no client secret for ${intent.id}`);
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, subscriptionId: "" };
}

/** One-time items that Stripe takes with a subscription. */
const MAX_ONCE = 20;

/** Returns the lines as Stripe takes them with a subscription: the one-time lines beyond its maximum are one. */
function withinMaximum(lines: readonly OrderLine[]): readonly OrderLine[] {
  const once = lines.filter(({ frequency }) => frequency === null);
  if (once.length <= MAX_ONCE) return lines;
  const [first, ...others] = once.slice(MAX_ONCE - 1) as [OrderLine, ...OrderLine[]];
  const rest: OrderLine = {
    ...first,
    serviceId: "more-services",
    title: `${others.length + 1} more services`,
    paymentCents: sumCents([first, ...others], ({ paymentCents }) => paymentCents),
  };
  return [...once.slice(0, MAX_ONCE - 1), rest, ...lines.filter(({ frequency }) => frequency !== null)];
}

/** One subscription with an item per recurring service (mixed intervals); its first invoice also carries the one-time items. */
async function startSubscription(stripe: Stripe, request: ChargeRequest): Promise<StartedCharge> {
  const customer = await createCustomer(stripe, request);
  const priced = await Promise.all(
    withinMaximum(request.totals.lines).map(async (line) => ({
      line,
      price_data: {
        currency: CURRENCY,
        product: await createProduct(stripe, request, line),
        unit_amount: line.paymentCents,
      },
    })),
  );
  const subscription = await stripe.subscriptions.create(
    {
      customer,
      items: priced
        .filter(({ line }) => line.frequency !== null)
        .map(({ line, price_data }) => ({ price_data: { ...price_data, recurring: interval(line) } })),
      add_invoice_items: priced
        .filter(({ line }) => line.frequency === null)
        .map(({ price_data }) => ({ price_data })),
      discounts: await discounts(stripe, request),
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      billing_mode: { type: "flexible" },
      metadata: { contractId: request.contractId },
      expand: ["latest_invoice.confirmation_secret"],
    },
    { idempotencyKey: keyFor(request, "subscription") },
  );
  const invoice = typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null;
  const clientSecret = invoice?.confirmation_secret?.client_secret;
  if (invoice?.amount_due !== request.totals.dueTodayCents)
    throw new Error(`Stripe asks ${invoice?.amount_due} for ${subscription.id}`);
  if (!clientSecret) throw new Error(`Stripe gave no confirmation secret for ${subscription.id}`);
  return {
    clientSecret,
    paymentIntentId: clientSecret.split("_secret_")[0] ?? "",
    subscriptionId: subscription.id,
  };
}

/**
 * Creates the charge of a stored contract. Nothing is charged until the browser confirms it with the client secret. Calling
 * it again for the same contract returns the same objects. Throws Stripe's own errors.
 */
export function startCharge(stripe: Stripe, request: ChargeRequest): Promise<StartedCharge> {
  return request.totals.schedule.length > 0
    ? startSubscription(stripe, request)
    : startIntent(stripe, request);
}

const TOO_LATE = new Set(["payment_intent_unexpected_state", "resource_missing"]);

/** Ignores that a charge was paid or cancelled between reading and cancelling it; callers read it again afterwards. */
async function unlessTooLate(cancelling: Promise<unknown>): Promise<void> {
  try {
    await cancelling;
  } catch (error) {
    if (!TOO_LATE.has((error as { code?: string }).code ?? "")) throw error;
  }
}

/** Cancels an unpaid charge. Leaves one that was paid meanwhile. */
export async function abandonCharge(
  stripe: Stripe,
  payment: { stripePaymentIntent: string; subscriptionId: string },
): Promise<void> {
  if (payment.subscriptionId) {
    const subscription = await stripe.subscriptions.retrieve(payment.subscriptionId);
    if (subscription.status === "incomplete")
      await unlessTooLate(stripe.subscriptions.cancel(payment.subscriptionId));
    return;
  }
  if (!payment.stripePaymentIntent) return;
  const intent = await stripe.paymentIntents.retrieve(payment.stripePaymentIntent);
  if (intent.status !== "succeeded" && intent.status !== "canceled")
    await unlessTooLate(stripe.paymentIntents.cancel(intent.id));
}
