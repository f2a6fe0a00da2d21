import type Stripe from "stripe";
import type { PaymentStatus } from "./contract-document.ts";
import type { ContentStore } from "../platform/content-store.ts";
import { changeContract, type StoredContract } from "./contract-store.server.ts";

/** The value at a dotted path of a document, or undefined. */
function at(document: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], document);
}

/** An absent field says the same as an empty one. */
function same(current: unknown, wanted: unknown): boolean {
  if (current === undefined && (wanted === 0 || wanted === false || wanted === "")) return true;
  return JSON.stringify(current) === JSON.stringify(wanted);
}

/** Those of the wanted fields (by path) that a document does not have yet; null when it has them all. */
export function changedFields(
  document: object,
  wanted: Record<string, unknown>,
): Record<string, unknown> | null {
  const changed = Object.entries(wanted).filter(([path, value]) => !same(at(document, path), value));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

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
async function readCharge(
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
async function readHostedInvoice(
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

type Fields = Record<string, unknown>;

/** What an order has to say so that it says what Stripe says of its card. */
export function chargedFields(provider: ProviderState): Fields {
  return {
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
}

/**
 * What an order by invoice has to say of the invoice that Stripe hosts for it. Paid, by whatever means, it is completed; a
 * void or uncollectible one leaves it an order by invoice, which can still be paid by cheque.
 */
function invoicedFields(invoice: HostedInvoice): Fields {
  const paid = invoice.status === "paid";
  return {
    "payment.hostedInvoiceId": invoice.id,
    "payment.hostedInvoiceStatus": invoice.status,
    "payment.hostedInvoiceUrl": invoice.url,
    ...(paid
      ? {
          status: "completed",
          "payment.paymentStatus": "completed",
          "payment.stripePaymentIntent": invoice.paymentIntent,
          "payment.refundedAmount": invoice.refundedCents,
          "payment.disputed": invoice.disputed,
        }
      : {}),
  };
}

/** Charged by card although it was switched to invoice: nobody shall be asked for the money twice. */
async function voidSuperfluous(stripe: Stripe, invoice: HostedInvoice | null): Promise<Fields> {
  if (!invoice || invoice.status !== "open") return {};
  await stripe.invoices.voidInvoice(invoice.id);
  return invoicedFields({ ...invoice, status: "void", url: "" });
}

/**
 * Brings an order in line with Stripe. Safe to call at any time, any number of times, by several at once. An order
 * without a charge, or switched to invoice, is left as it is. Null when there is no such order. `invoiceId` names an
 * invoice that says to be the order's, for events that come before the order knows it.
 */
export async function reconcileContract(
  store: ContentStore,
  stripe: Stripe,
  id: string,
  { invoiceId = "" }: { invoiceId?: string } = {},
): Promise<{ contract: StoredContract; failure: string } | null> {
  let failure = "";
  const contract = await changeContract(store, id, async (current: StoredContract) => {
    const { payment } = current;
    const hostedId = payment.hostedInvoiceId || invoiceId;
    const hosted =
      hostedId && payment.paymentMethod === "invoice" ? await readHostedInvoice(stripe, hostedId, id) : null;
    if (hosted?.status === "paid" || (hosted && !payment.stripePaymentIntent))
      return changedFields(current, invoicedFields(hosted));
    if (!payment.stripePaymentIntent) return null;
    const provider = await readCharge(stripe, payment);
    if (current.status === "invoice" && provider.paymentStatus !== "completed")
      return hosted ? changedFields(current, invoicedFields(hosted)) : null;
    failure = provider.failure;
    const superfluous = await voidSuperfluous(stripe, hosted);
    return changedFields(current, { ...chargedFields(provider), ...superfluous });
  });
  return contract ? { contract, failure } : null;
}
