import type Stripe from "stripe";
import type { PaymentStatus } from "./contract-document.ts";
import {
  changeContract,
  type ContractChange,
  type ContractStore,
  type StoredContract,
} from "./contract-store.server.ts";

/** Returns the value at a dotted path of a document, or undefined. */
function at(document: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], document);
}

/** An absent field equals an empty one. */
function same(current: unknown, wanted: unknown): boolean {
  if (current === undefined && (wanted === 0 || wanted === false || wanted === "")) return true;
  return JSON.stringify(current) === JSON.stringify(wanted);
}

/** Returns the fields (by path) in which a document differs from `wanted`, or null when there are none. */
export function changedFields(
  document: object,
  wanted: Record<string, unknown>,
): Record<string, unknown> | null {
  const changed = Object.entries(wanted).filter(([path, value]) => !same(at(document, path), value));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** The state of a contract's payment at Stripe. */
export interface ProviderState {
  paymentStatus: Extract<PaymentStatus, "pending" | "completed" | "error">;
  subscription: { id: string; status: string } | null;
  refundedCents: number;
  disputed: boolean;
  /** The provider's text about the last failed attempt. */
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

/** Reads the state of a card payment from Stripe; claims of a browser or an event are never used. */
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

/** The state of a hosted invoice at Stripe. */
export interface HostedInvoice extends Pick<ProviderState, "refundedCents" | "disputed"> {
  id: string;
  /** `draft`, `open`, `paid`, `uncollectible` or `void`. */
  status: string;
  /** Page to see and pay it; `""` once it is void. */
  url: string;
  /** `""` while it is unpaid, or when it was paid outside Stripe. */
  paymentIntent: string;
}

/** Reads a hosted invoice and its payment; null when it belongs to another contract. */
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

function changeTo(contract: StoredContract, wanted: Fields): ContractChange | null {
  const fields = changedFields(contract, wanted);
  return fields && { fields };
}

/** Returns the fields of a contract for the state of its card payment. */
export function chargedFields(provider: ProviderState): Fields {
  return {
    status: provider.paymentStatus,
    "payment.paymentStatus": provider.paymentStatus,
    "payment.refundedAmount": provider.refundedCents,
    "payment.disputed": provider.disputed,
    subscription: provider.subscription,
    // Switched to invoice just when the card was charged: the payment wins.
    ...(provider.paymentStatus === "completed"
      ? { "payment.paymentMethod": "stripe", "payment.useStripe": true }
      : {}),
  };
}

/**
 * Returns the fields of a contract for the state of its hosted invoice. Paid by any means, it is completed; a void or
 * uncollectible invoice leaves `invoice`, which can still be paid by cheque.
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

/** Voids the invoice of a contract that was paid by card after all. */
async function voidSuperfluous(stripe: Stripe, invoice: HostedInvoice | null): Promise<Fields> {
  if (!invoice || invoice.status !== "open") return {};
  await stripe.invoices.voidInvoice(invoice.id);
  return invoicedFields({ ...invoice, status: "void", url: "" });
}

/**
 * Updates a contract to the state of its payment at Stripe. Safe to call at any time, repeatedly and concurrently. A contract
 * without a charge or hosted invoice is not changed. Returns null when there is none. `invoiceId` is an invoice that
 * names this contract, for events that come before its id is stored.
 */
export async function reconcileContract(
  store: ContractStore,
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
      return changeTo(current, invoicedFields(hosted));
    if (!payment.stripePaymentIntent) return null;
    const provider = await readCharge(stripe, payment);
    if (current.status === "invoice" && provider.paymentStatus !== "completed")
      return hosted ? changeTo(current, invoicedFields(hosted)) : null;
    failure = provider.failure;
    const superfluous = await voidSuperfluous(stripe, hosted);
    return changeTo(current, { ...chargedFields(provider), ...superfluous });
  });
  return contract ? { contract, failure } : null;
}
