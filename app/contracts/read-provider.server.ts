import type Stripe from "stripe";
import type { PaymentStatus } from "./contract-document.ts";

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

/** The state of a charge by card. Reads the truth from Stripe; what a browser or an event claims is never used. */
export async function readCharge(
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

/** What Stripe says of the invoice that it hosts for an order. */
export interface HostedInvoice extends Pick<ProviderState, "refundedCents" | "disputed"> {
  id: string;
  /** `draft`, `open`, `paid`, `uncollectible` or `void`. */
  status: string;
  /** Where it is seen and paid; `""` once it is void. */
  url: string;
  /** What it was paid with; `""` while it is not, or when it was paid outside Stripe. */
  paymentIntent: string;
}

/** Reads a hosted invoice and what became of its payment; null when it is not the given order's. */
export async function readHostedInvoice(
  stripe: Stripe,
  invoiceId: string,
  contractId: string,
): Promise<HostedInvoice | null> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ["payments"] });
  if (invoice.metadata?.contractId !== contractId) return null;
  const paid = invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent;
  const paymentIntent = typeof paid === "string" ? paid : (paid?.id ?? "");
  const facts = paymentIntent
    ? chargeFacts(await stripe.paymentIntents.retrieve(paymentIntent, { expand: ["latest_charge"] }))
    : { refundedCents: 0, disputed: false };
  const status = invoice.status ?? "draft";
  return {
    id: invoiceId,
    status,
    url: status === "void" ? "" : (invoice.hosted_invoice_url ?? ""),
    paymentIntent,
    ...facts,
  };
}
