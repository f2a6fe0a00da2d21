import type Stripe from "stripe";
import type { ContentStore } from "../platform/content-store.ts";
import { changedFields } from "./changed-fields.ts";
import { changeContract, type StoredContract } from "./contract-store.server.ts";
import {
  readCharge,
  readHostedInvoice,
  type HostedInvoice,
  type ProviderState,
} from "./read-provider.server.ts";

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
