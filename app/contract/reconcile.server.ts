import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import type { PaymentStatus } from "./contract-document.ts";
import { changeContract, type StoredContract } from "./contract-store.server.ts";

/** What Stripe says of an order's payment, whoever asks: the returning browser, a webhook or the sweep. */
export interface ProviderState {
  paymentStatus: Extract<PaymentStatus, "pending" | "completed" | "error">;
  subscription: { id: string; status: string } | null;
  refundedCents: number;
  disputed: boolean;
  /** The provider's words about the last failed attempt. */
  failure: string;
}

function intentStatus(intent: Stripe.PaymentIntent): ProviderState["paymentStatus"] {
  if (intent.status === "succeeded") return "completed";
  if (intent.status === "canceled") return "error";
  // A card that is being authenticated or processed may still carry the error of the one before it.
  return intent.status === "requires_payment_method" && intent.last_payment_error ? "error" : "pending";
}

function chargeFacts(intent: Stripe.PaymentIntent): Pick<ProviderState, "refundedCents" | "disputed"> {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  return { refundedCents: charge?.amount_refunded ?? 0, disputed: charge?.disputed ?? false };
}

/** Reads the truth from Stripe; what a browser or an event claims is never used. */
async function readProvider(
  stripe: Stripe,
  payment: { stripePaymentIntent: string; subscriptionId: string },
): Promise<ProviderState> {
  const [intent, subscription] = await Promise.all([
    stripe.paymentIntents.retrieve(payment.stripePaymentIntent, { expand: ["latest_charge"] }),
    payment.subscriptionId ? stripe.subscriptions.retrieve(payment.subscriptionId) : null,
  ]);
  return {
    paymentStatus: intentStatus(intent),
    subscription: subscription ? { id: subscription.id, status: subscription.status } : null,
    failure: intent.last_payment_error?.message ?? "",
    ...chargeFacts(intent),
  };
}

/** The fields to write so that the order says what Stripe says; null when it does already. */
export function reconciled(
  contract: StoredContract,
  provider: ProviderState,
): Record<string, unknown> | null {
  const wanted: Record<string, unknown> = {
    status: provider.paymentStatus,
    "payment.paymentStatus": provider.paymentStatus,
    "payment.refundedAmount": provider.refundedCents,
    "payment.disputed": provider.disputed,
    subscription: provider.subscription,
    // Switched to invoice in the very moment in which the card was charged: the money counts.
    ...(provider.paymentStatus === "completed"
      ? { "payment.paymentMethod": "stripe", "payment.useStripe": true }
      : {}),
  };
  const current: Record<string, unknown> = {
    status: contract.status,
    "payment.paymentStatus": contract.payment.paymentStatus,
    "payment.refundedAmount": contract.payment.refundedAmount ?? 0,
    "payment.disputed": contract.payment.disputed ?? false,
    subscription: contract.subscription,
    "payment.paymentMethod": contract.payment.paymentMethod,
    "payment.useStripe": contract.payment.useStripe,
  };
  const changed = Object.entries(wanted).filter(
    ([path, value]) => JSON.stringify(value) !== JSON.stringify(current[path]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/**
 * Brings an order in line with Stripe. Safe to call at any time, any number of times, by several at once. An order
 * without a charge, or switched to invoice, is left as it is. Null when there is no such order.
 */
export async function reconcileContract(
  client: SanityClient,
  stripe: Stripe,
  id: string,
): Promise<{ contract: StoredContract; failure: string } | null> {
  let failure = "";
  const contract = await changeContract(client, id, async (current) => {
    if (!current.payment.stripePaymentIntent) return null;
    const provider = await readProvider(stripe, current.payment);
    if (current.status === "invoice" && provider.paymentStatus !== "completed") return null;
    failure = provider.failure;
    return reconciled(current, provider);
  });
  return contract ? { contract, failure } : null;
}
