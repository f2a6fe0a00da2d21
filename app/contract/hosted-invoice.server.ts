import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import { changeContract, type StoredContract } from "./contract-store.server.ts";
import { frequencyTerms } from "./frequency.ts";
import { priceOrder, type CatalogueEntry, type OrderLine } from "./pricing.ts";
import { choicesOf } from "./services.ts";

const DAYS_UNTIL_DUE = 30;

function describe(line: OrderLine): string {
  return line.frequency ? `${line.title}, first period, ${frequencyTerms[line.frequency].every}` : line.title;
}

async function createInvoice(stripe: Stripe, contract: StoredContract, lines: OrderLine[]): Promise<string> {
  const key = (step: string) => ({ idempotencyKey: `${contract._id}:hosted-${step}` });
  const metadata = { contractId: contract._id };
  const { email, firstName, lastName } = contract.contactInfo;
  const customer = await stripe.customers.create(
    { email, name: `${firstName} ${lastName}`, metadata },
    key("customer"),
  );
  const invoice = await stripe.invoices.create(
    {
      customer: customer.id,
      collection_method: "send_invoice",
      days_until_due: DAYS_UNTIL_DUE,
      auto_advance: false,
      metadata,
    },
    key("invoice"),
  );
  for (const line of lines) {
    await stripe.invoiceItems.create(
      {
        customer: customer.id,
        invoice: invoice.id,
        currency: "usd",
        amount: line.dueTodayCents,
        description: describe(line),
      },
      key(`item-${line.serviceId}`),
    );
  }
  return invoice.id;
}

/**
 * Has Stripe send the invoice of an order and host its page, and keeps the page's address on the order. It asks for what
 * is due today. Repeatable: the same order never gets a second invoice. Throws Stripe's and the store's errors.
 */
export async function sendHostedInvoice(
  client: SanityClient,
  stripe: Stripe,
  contract: StoredContract,
  catalogue: readonly CatalogueEntry[],
): Promise<void> {
  if (contract.payment.hostedInvoiceUrl) return;
  const { lines } = priceOrder(catalogue, choicesOf(contract.services));
  const id = await createInvoice(stripe, contract, lines);
  const known = await stripe.invoices.retrieve(id);
  const sent = known.status === "draft" ? await stripe.invoices.sendInvoice(id) : known;
  const url = sent.hosted_invoice_url;
  if (url) await changeContract(client, contract._id, () => ({ "payment.hostedInvoiceUrl": url }));
}
