import type Stripe from "stripe";
import type { ContractStore, StoredContract } from "./contract-store.server.ts";
import { frequencyTerms } from "./frequency.ts";
import type { Cents } from "./money.ts";
import { costsTheSame, priceContract, type PriceList } from "./price-contract.server.ts";
import type { OrderLine, OrderTotals } from "./pricing.ts";
import { reconcileContract } from "./reconcile.server.ts";

const DAYS_UNTIL_DUE = 30;

function describe(line: OrderLine): string {
  return line.frequency ? `${line.title}, first period, ${frequencyTerms[line.frequency].every}` : line.title;
}

interface InvoiceItem {
  key: string;
  description: string;
  amount: Cents;
}

/** Returns the lines of the invoice. When prices have changed since, it is one line with the accepted amount. */
function itemsOf(contract: StoredContract, totals: OrderTotals | null): InvoiceItem[] {
  if (!totals || !costsTheSame(contract, totals))
    return [{ key: "order", description: "Services as ordered", amount: contract.payment.amountDueToday }];
  const items = totals.lines.map((line) => ({
    key: line.serviceId,
    description: describe(line),
    amount: line.paymentCents,
  }));
  if (totals.couponDiscountCents === 0) return items;
  const description = `Coupon ${contract.couponCode}`;
  return [...items, { key: "coupon", description, amount: -totals.couponDiscountCents }];
}

async function createInvoice(
  stripe: Stripe,
  contract: StoredContract,
  items: InvoiceItem[],
): Promise<string> {
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
  for (const item of items) {
    await stripe.invoiceItems.create(
      {
        customer: customer.id,
        invoice: invoice.id,
        currency: "usd",
        amount: item.amount,
        description: item.description,
      },
      key(`item-${item.key}`),
    );
  }
  return invoice.id;
}

/**
 * Has Stripe send and host the invoice of a contract, over what is due today, and stores its URL on the contract.
 * Repeatable: a contract never gets a second invoice. Throws Stripe's and the store's errors.
 */
export async function sendHostedInvoice(
  store: ContractStore,
  stripe: Stripe,
  contract: StoredContract,
  prices: PriceList,
): Promise<void> {
  if (contract.payment.hostedInvoiceId) return;
  const items = itemsOf(contract, await priceContract(prices, contract));
  const id = await createInvoice(stripe, contract, items);
  const known = await stripe.invoices.retrieve(id);
  // An earlier attempt that was cut off may have left other lines on it: do not send that.
  if (known.status === "draft" && known.amount_due !== contract.payment.amountDueToday)
    throw new Error(`${id} asks ${known.amount_due} for ${contract._id}`);
  if (known.status === "draft") await stripe.invoices.sendInvoice(id);
  await reconcileContract(store, stripe, contract._id, { invoiceId: id });
}
