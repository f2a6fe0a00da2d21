import { createHash } from "node:crypto";
import Stripe from "stripe";
import { AppError } from "../../platform/errors.ts";
import { clientName } from "../../model/contracts/client-fields.ts";
import type { InvoiceSummary } from "../../model/contracts/contract-document.ts";
import { payableCents, replaced } from "../../model/contracts/invoice-state.ts";
import { CURRENCY, type Cents } from "../../model/contracts/money.ts";
import { changeContract, getContract, type StoredContract } from "../store/contract-store.server.ts";
import { idOf, INVOICE_NUMBER, type StripeStore } from "./provider-state.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

// An open invoice paid by card, on a page (Checkout) at Stripe. One invoice has at most one page that can take money: a page is
// stored before its client sees it, and ended before anything else changes what is open of its invoice.

const isRefusal = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError;

/** Returns a page; null when Stripe does not know it, as with the keys of another account: then it takes nothing more. */
async function findSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      return null;
    throw error;
  }
}

/** Ends a page, so that it takes nothing more. Returns false when its client has paid. Throws when Stripe does not answer. */
export async function endCheckout(stripe: Stripe, session: string): Promise<boolean> {
  const ended = await stripe.checkout.sessions.expire(session).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return findSession(stripe, session);
  });
  return !ended || ended.status === "expired";
}

const invoiceOf = ({ invoices = [] }: StoredContract, number: string): InvoiceSummary | undefined =>
  invoices.find((known) => known.number === number);

/** Each contract has one customer at Stripe, so all of its charges are the contract's. */
async function customerOf(stripe: Stripe, { _id, payment, contactInfo }: StoredContract): Promise<string> {
  if (payment.stripeCustomer) return payment.stripeCustomer;
  const earlier = payment.stripePaymentIntent
    ? idOf((await stripe.paymentIntents.retrieve(payment.stripePaymentIntent)).customer)
    : "";
  if (earlier) return earlier;
  const customer = await stripe.customers.create(
    { email: contactInfo.email, name: clientName(contactInfo), metadata: { contractId: _id } },
    { idempotencyKey: `${_id}:invoice-customer` },
  );
  return customer.id;
}

/** Where Stripe's page leads back to: the invoice's page on this site, after a payment and without one. */
export interface ReturnPages {
  paid: string;
  unpaid: string;
}

interface Wanted {
  invoice: InvoiceSummary;
  amountCents: Cents;
  customer: string;
  pages: ReturnPages;
}

/** The same invoice, amount and page before it are the same page, however often and by how many it is asked for. */
async function createSession(
  stripe: Stripe,
  contractId: string,
  { invoice, amountCents, customer, pages }: Wanted,
): Promise<Stripe.Checkout.Session> {
  const { number, checkout } = invoice;
  const metadata = { contractId, [INVOICE_NUMBER]: number };
  const digest = createHash("sha256")
    .update(JSON.stringify([number, amountCents, customer, checkout?.id, pages.unpaid]))
    .digest("hex");
  return stripe.checkout.sessions.create(
    {
      mode: "payment",
      customer,
      allowed_payment_method_types: ["card"],
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: CURRENCY,
            unit_amount: amountCents,
            product_data: { name: `Invoice ${number}` },
          },
        },
      ],
      payment_intent_data: { description: `Invoice ${number}`, metadata },
      metadata,
      success_url: pages.paid,
      cancel_url: pages.unpaid,
    },
    { idempotencyKey: `${contractId}:checkout:${digest.slice(0, 32)}` },
  );
}

/** Two tabs, or a change by an admin meanwhile. */
const MAX_ROUNDS = 4;

/**
 * Returns the address of Stripe's page on which the rest of an invoice is paid by card; null when nothing of it can be paid so. It is
 * the same page as long as the rest is the same. Throws an AppError `conflict` while somebody else changes the invoice, and Stripe's
 * and the store's errors.
 */
export async function openCheckout(
  deps: StripeStore,
  contractId: string,
  number: string,
  pages: ReturnPages,
): Promise<string | null> {
  const { stripe } = deps;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await reconcileContract(deps, stripe, contractId);
    const contract = await getContract(deps.readClient, contractId);
    const invoice = contract && invoiceOf(contract, number);
    const amountCents = invoice ? payableCents(invoice) : 0;
    if (!contract || !invoice || amountCents === 0) return null;
    const known = invoice.checkout ? await findSession(stripe, invoice.checkout.id) : null;
    if (known?.status === "open" && known.amount_total === amountCents && known.url) return known.url;
    // Just paid: the next round reads it.
    if (known && known.status !== "expired" && !(await endCheckout(stripe, known.id))) continue;
    const customer = await customerOf(stripe, contract);
    const session = await createSession(stripe, contractId, { invoice, amountCents, customer, pages });
    const stored = await changeContract(deps, contractId, (current) => {
      const now = invoiceOf(current, number);
      if (!now || payableCents(now) !== amountCents || now.checkout?.id !== invoice.checkout?.id) return null;
      const checkout = { id: session.id, openedAt: deps.clock().toISOString() };
      const invoices = replaced(current.invoices ?? [], { ...now, checkout });
      return { fields: { invoices, "payment.stripeCustomer": customer } };
    });
    const kept = stored && invoiceOf(stored, number)?.checkout?.id === session.id;
    if (kept && session.url) return session.url;
    if (!kept) await endCheckout(stripe, session.id);
  }
  throw new AppError("conflict", `${number} of ${contractId} is being changed.`);
}

/** GROQ filter of the contracts with an invoice that somebody may be paying by card: a page lasts a day. */
export const PAYING = `count(invoices[status == "open" && dateTime(checkout.openedAt) > dateTime($now) - 60*60*24*2]) > 0`;
