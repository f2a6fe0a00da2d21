import type Stripe from "stripe";
import { clientName } from "../../../model/contracts/client-fields.ts";
import { addDays } from "../../../model/contracts/billing-dates.ts";
import { dateOf } from "../../../model/format.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import { changeContract, getContract, type StoredContract } from "../../store/contract-store.server.ts";
import { idOf, type StripeStore } from "../../payment/provider-state.server.ts";
import { withEvents } from "../../payment/provider-events.ts";
import { readHostedInvoice, reconcileContract } from "../../payment/reconcile.server.ts";
import { bookedFields, receivedTotal } from "../../../model/contracts/credit.ts";
import type { InvoiceContent } from "../../../model/contracts/invoice.ts";
import { AN_INVOICE, invoicedFields, issuedEvent, nextInvoice, summaryOf } from "./issue.server.ts";
import { CURRENCY } from "../../../model/contracts/money.ts";

// Invoices that Stripe numbers, sends and hosts, instead of our own.

function itemsOf({ lines, discountCents, couponCents, couponCode }: InvoiceContent) {
  const items = lines.map(({ _key, description, detail, amountCents }) => ({
    key: _key,
    description: detail ? `${description}, ${detail}` : description,
    amount: amountCents,
  }));
  const off = [
    { key: "discount", description: "Discount", amount: -discountCents },
    { key: "coupon", description: `Coupon ${couponCode}`, amount: -couponCents },
  ];
  return [...items, ...off.filter(({ amount }) => amount !== 0)];
}

/** The idempotency key of a step. The first invoice of a contract has no name in its keys. */
const keyOf = (contractId: string, name: string, step: string) => ({
  idempotencyKey: name === "first" ? `${contractId}:hosted-${step}` : `${contractId}:hosted-${name}-${step}`,
});

/** Returns the customer of the contract's earlier invoices, or a new one. */
async function customerOf(stripe: Stripe, contract: StoredContract): Promise<string> {
  const earlier = contract.invoices?.find(({ hosted }) => hosted)?.hosted;
  const known = earlier && (await stripe.invoices.retrieve(earlier.id)).customer;
  if (known) return idOf(known);
  const { contactInfo } = contract;
  const customer = await stripe.customers.create(
    { email: contactInfo.email, name: clientName(contactInfo), metadata: { contractId: contract._id } },
    keyOf(contract._id, "first", "customer"),
  );
  return customer.id;
}

async function createInvoice(
  stripe: Stripe,
  contract: StoredContract,
  { content, name }: { content: InvoiceContent; name: string },
  termDays: number,
): Promise<string> {
  const customer = await customerOf(stripe, contract);
  const invoice = await stripe.invoices.create(
    {
      customer,
      currency: CURRENCY,
      collection_method: "send_invoice",
      days_until_due: termDays,
      auto_advance: false,
      metadata: { contractId: contract._id },
    },
    keyOf(contract._id, name, "invoice"),
  );
  for (const { key, amount, description } of itemsOf(content)) {
    await stripe.invoiceItems.create(
      { customer, invoice: invoice.id, currency: CURRENCY, amount, description },
      keyOf(contract._id, name, `item-${key}`),
    );
  }
  return invoice.id;
}

/** Returns an invoice of the contract that was sent but not stored, when the process ended in between; undefined without one. */
async function findSent(
  stripe: Stripe,
  { _id, invoices = [], payment }: StoredContract,
): Promise<string | undefined> {
  const known = new Set([payment.hostedInvoiceId, ...invoices.map(({ hosted }) => hosted?.id)]);
  const { data } = await stripe.invoices.search({ query: `metadata["contractId"]:"${_id}"`, limit: 100 });
  return data.find(({ id, status }) => status !== "draft" && !known.has(id))?.id;
}

/** Has Stripe send an invoice. Throws when an earlier attempt that was cut off has left other lines on it. */
async function send(
  stripe: Stripe,
  id: string,
  totalCents: number,
  contractId: string,
): Promise<Stripe.Invoice> {
  const known = await stripe.invoices.retrieve(id);
  if (known.status !== "draft") return known;
  if (known.amount_due !== totalCents) throw new Error(`${id} asks ${known.amount_due} for ${contractId}`);
  return stripe.invoices.sendInvoice(id);
}

/** Returns what Stripe says about an invoice, as the contract stores it. Void, it has no page any more. */
function hostedState(invoice: Stripe.Invoice): Pick<InvoiceSummary, "status" | "receivedCents" | "hosted"> {
  const status = invoice.status === "paid" ? "paid" : invoice.status === "void" ? "void" : "open";
  return {
    status,
    receivedCents: status === "paid" ? invoice.amount_paid : 0,
    hosted: { id: invoice.id ?? "", url: status === "void" ? "" : (invoice.hosted_invoice_url ?? "") },
  };
}

/**
 * Has Stripe send the next invoice that a contract lacks, and stores its number and page. Repeatable: the same period never
 * gets a second one. Returns whether there was one. Throws Stripe's and the store's errors.
 */
export async function issueNextHosted(deps: StripeStore, id: string, termDays: number): Promise<boolean> {
  const { stripe, readClient, clock } = deps;
  const contract = await getContract(readClient, id);
  const today = dateOf(clock());
  const next = contract && nextInvoice(contract, today);
  if (!next) return false;
  const isFirst = next.name === "first";
  // Idempotency keys expire after a day. Stripe's search can miss newer invoices, which the keys still cover.
  const invoiceId =
    (isFirst && contract.payment.hostedInvoiceId) ||
    (await findSent(stripe, contract)) ||
    (await createInvoice(stripe, contract, next, termDays));
  const invoice = await send(stripe, invoiceId, next.content.totalCents, id);
  if (isFirst) await reconcileContract(deps, stripe, id, { invoiceId });
  const number = invoice.number ?? invoiceId;
  await changeContract(deps, id, (current) => {
    if (nextInvoice(current, today)?.name !== next.name) return null;
    const dates = { issuedOn: today, dueOn: addDays(today, termDays) };
    const issued = summaryOf({ ...next.content, ...AN_INVOICE, ...dates, number });
    const summary = { ...issued, ...hostedState(invoice) };
    return { fields: invoicedFields(current, summary, next.schedule, issuedEvent(summary, clock())) };
  });
  return true;
}

/**
 * Brings the hosted invoices of a contract in line with Stripe. Safe to call at any time and repeatedly. Throws Stripe's and
 * the store's errors.
 */
export async function syncHostedInvoices({ stripe, ...store }: StripeStore, id: string): Promise<void> {
  await changeContract(store, id, async (contract) => {
    const { invoices = [], status } = contract;
    const next = await Promise.all(
      invoices.map(async (invoice) =>
        invoice.hosted && invoice.status === "open"
          ? { ...invoice, ...hostedState(await stripe.invoices.retrieve(invoice.hosted.id)) }
          : invoice,
      ),
    );
    if (JSON.stringify(next) === JSON.stringify(invoices)) return null;
    const paid = next.filter(
      (invoice, index) => invoice.status === "paid" && invoices[index]?.status === "open",
    );
    const read = await Promise.all(
      paid.map(({ hosted }) => readHostedInvoice(stripe, hosted?.id ?? "", contract._id)),
    );
    const events = read.flatMap((invoice) => invoice?.received ?? []);
    const booked = { invoices: next, history: withEvents(contract, events) };
    return {
      fields: { ...bookedFields(status, booked), "payment.receivedAmount": receivedTotal(booked) },
    };
  });
}
