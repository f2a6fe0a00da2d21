import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import Stripe from "stripe";
import { clientName } from "../../model/contracts/client-fields.ts";
import type { InvoiceSummary } from "../../model/contracts/contract-document.ts";
import { paidAtOnce, payableCents, replaced } from "../../model/contracts/invoice-state.ts";
import { CURRENCY, sumCents } from "../../model/contracts/money.ts";
import { AppError } from "../../platform/errors.ts";
import { changeContract, getContract, type StoredContract } from "../store/contract-store.server.ts";
import { idOf, INVOICE_NUMBERS, type StripeStore } from "./provider-state.server.ts";
import { reconcileContract } from "./reconcile.server.ts";

// Open invoices paid by card, one or all at once, on a page (Checkout) at Stripe. One invoice has at most one page that can take
// money: a page is stored before its client sees it, and ended before anything else changes what is open of its invoices.

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

/** Returns the invoices that are paid: the one with this number, or all that are open (null); none where nothing can be paid by card. */
const wantedOf = ({ invoices = [] }: StoredContract, number: string | null): InvoiceSummary[] =>
  number === null
    ? paidAtOnce(invoices)
    : invoices.filter((known) => known.number === number && payableCents(known) > 0);

/** Returns the pages on which somebody began to pay them; `""` for an invoice without one. */
const pagesOf = (invoices: readonly InvoiceSummary[]): string[] => [
  ...new Set(invoices.map(({ checkout }) => checkout?.id ?? "")),
];

const namesOf = (invoices: readonly InvoiceSummary[]): string[] => invoices.map(({ number }) => number);

/** Returns what an invoice is to its page: another amount needs another page. */
const stateOf = ({ number, checkout, ...invoice }: InvoiceSummary) => [
  number,
  payableCents({ number, ...invoice }),
  checkout?.id,
];

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

/** Where Stripe's page leads back to: the page of the invoice or the order on this site, after a payment and without one. */
export interface ReturnPages {
  paid: string;
  unpaid: string;
}

interface Wanted {
  invoices: readonly InvoiceSummary[];
  customer: string;
  pages: ReturnPages;
}

/** The same invoices, amounts and pages before it are the same page, however often and by how many it is asked for. */
async function createSession(
  stripe: Stripe,
  contractId: string,
  { invoices, customer, pages }: Wanted,
): Promise<Stripe.Checkout.Session> {
  const numbers = namesOf(invoices);
  const metadata = { contractId, [INVOICE_NUMBERS]: numbers.join(" ") };
  const description = `${numbers.length > 1 ? "Invoices" : "Invoice"} ${numbers.join(", ")}`;
  const digest = createHash("sha256")
    .update(JSON.stringify([invoices.map(stateOf), customer, pages.unpaid]))
    .digest("hex");
  return stripe.checkout.sessions.create(
    {
      mode: "payment",
      customer,
      allowed_payment_method_types: ["card"],
      adaptive_pricing: { enabled: false },
      line_items: invoices.map((invoice) => ({
        quantity: 1,
        price_data: {
          currency: CURRENCY,
          unit_amount: payableCents(invoice),
          product_data: { name: `Invoice ${invoice.number}` },
        },
      })),
      payment_intent_data: { description, metadata },
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
 * Returns the address of the page on which just these invoices are being paid, null when there is none; `paid` when one of their pages
 * took money meanwhile. All other pages of theirs are ended.
 */
async function pageInUse(
  stripe: Stripe,
  invoices: readonly InvoiceSummary[],
): Promise<string | "paid" | null> {
  const amountCents = sumCents(invoices, payableCents);
  const numbers = namesOf(invoices).join(" ");
  const ids = pagesOf(invoices);
  for (const id of ids.filter(Boolean)) {
    const known = await findSession(stripe, id);
    const isSame =
      ids.length === 1 &&
      known?.amount_total === amountCents &&
      known.metadata?.[INVOICE_NUMBERS] === numbers;
    if (isSame && known.status === "open" && known.url) return known.url;
    if (known && known.status !== "expired" && !(await endCheckout(stripe, id))) return "paid";
  }
  return null;
}

/**
 * Returns the address of Stripe's page on which the rest of an invoice is paid by card, or (`number` null) of all that are open; null
 * when nothing can be paid so. It is the same page as long as the rest is the same. Throws an AppError `conflict` while somebody else
 * changes the invoices, and Stripe's and the store's errors.
 */
export async function openCheckout(
  deps: StripeStore,
  contractId: string,
  number: string | null,
  pages: ReturnPages,
): Promise<string | null> {
  const { stripe } = deps;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await reconcileContract(deps, stripe, contractId);
    const contract = await getContract(deps.readClient, contractId);
    const invoices = contract ? wantedOf(contract, number) : [];
    if (!contract || invoices.length === 0) return null;
    const used = await pageInUse(stripe, invoices);
    // Just paid: the next round reads it.
    if (used === "paid") continue;
    if (used) return used;
    const customer = await customerOf(stripe, contract);
    const session = await createSession(stripe, contractId, { invoices, customer, pages });
    const stored = await changeContract(deps, contractId, (current) => {
      const now = wantedOf(current, number);
      if (!isDeepStrictEqual(now.map(stateOf), invoices.map(stateOf))) return null;
      const checkout = { id: session.id, openedAt: deps.clock().toISOString() };
      const opened = now.reduce(
        (all, invoice) => replaced(all, { ...invoice, checkout }),
        current.invoices ?? [],
      );
      return { fields: { invoices: opened, "payment.stripeCustomer": customer } };
    });
    const kept = stored && isDeepStrictEqual(pagesOf(wantedOf(stored, number)), [session.id]);
    if (kept && session.url) return session.url;
    if (!kept) await endCheckout(stripe, session.id);
  }
  throw new AppError("conflict", `Invoices of ${contractId} are being changed.`);
}

/** GROQ filter of the contracts with an invoice that somebody may be paying by card: a page lasts a day. */
export const PAYING = `count(invoices[status == "open" && dateTime(checkout.openedAt) > dateTime($now) - 60*60*24*2]) > 0`;
