import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import { AppError } from "../platform/errors.ts";
import { createSubmission } from "../submissions/create.server.ts";
import { abandonCharge, startCharge, type StartedCharge } from "./charge.server.ts";
import { buildContract, type AgreedPolicy, type OrderInput } from "./contract-document.ts";
import { changeContract, contractId, getContract, type StoredContract } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { priceOrder, type CatalogueEntry, type OrderTotals } from "./pricing.ts";
import { reconcileContract } from "./reconcile.server.ts";
import { choicesOf } from "./services.ts";

export interface OrderContext {
  /** A client with the write token. */
  client: SanityClient;
  stripe: Stripe | null;
  catalogue: readonly CatalogueEntry[];
  policy: AgreedPolicy;
  now: Date;
}

/** A posted total that is not the server's own: the visitor sees the new one and decides again. */
export class PricesChanged extends AppError {
  readonly totals: OrderTotals;

  constructor(totals: OrderTotals) {
    super("conflict", "The claimed total differs from the catalogue's.", {
      safeMessage: contractMessages.pricesChanged,
    });
    this.totals = totals;
  }
}

function isFinal(contract: StoredContract): boolean {
  return contract.status === "completed" || contract.status === "invoice";
}

/** Gives up an unpaid charge before the order changes; learns here if it was paid after all. */
async function releaseCharge(context: OrderContext, contract: StoredContract): Promise<StoredContract> {
  if (!context.stripe || !contract.payment.stripePaymentIntent) return contract;
  await abandonCharge(context.stripe, contract.payment);
  return (await reconcileContract(context.client, context.stripe, contract._id))?.contract ?? contract;
}

/**
 * Stores an order before anything is charged. The same submission id always means the same order: sent again, an
 * accepted invoice or a paid order stays as it is; one that waits for payment, or whose card failed, takes the new
 * content. Throws PricesChanged (409) and the store's AppErrors.
 */
export async function placeOrder(
  context: OrderContext,
  submissionId: string,
  input: OrderInput,
  claimedTotal: number | undefined,
): Promise<StoredContract> {
  const totals = priceOrder(context.catalogue, choicesOf(input.services));
  if (claimedTotal !== undefined && claimedTotal !== totals.totalCents) throw new PricesChanged(totals);
  const id = contractId(submissionId);
  const document = buildContract(input, totals, context.policy, context.now);
  await createSubmission({ client: context.client, type: "contract", id, document });
  const stored = await changeContract(context.client, id, async (current) => {
    if (isFinal(current) || sameOrder(current, document)) return null;
    const released = await releaseCharge(context, current);
    if (isFinal(released)) return null;
    return updatedFields(document, released);
  });
  if (!stored) throw new AppError("internal", `${id} is gone right after it was stored.`);
  return stored;
}

type NewContract = ReturnType<typeof buildContract>;

function sameOrder(current: StoredContract, next: NewContract): boolean {
  const essence = (contract: NewContract) =>
    JSON.stringify([
      contract.contactInfo,
      contract.services,
      contract.signature,
      contract.payment.paymentMethod,
      contract.payment.amount,
      contract.payment.amountDueToday,
    ]);
  return essence(current) === essence(next);
}

/** The new content on an existing order, which keeps the names of its earlier charge so that a new one gets new keys. */
function updatedFields(next: NewContract, current: StoredContract): Record<string, unknown> {
  const { stripePaymentIntent, subscriptionId } = current.payment;
  return {
    contactInfo: next.contactInfo,
    services: next.services,
    signature: next.signature,
    agreedPolicy: next.agreedPolicy,
    total: next.total,
    status: next.status,
    payment: { ...next.payment, stripePaymentIntent, subscriptionId },
  };
}

/** The charge that an order already has, if it can still be paid. */
async function openCharge(stripe: Stripe, contract: StoredContract): Promise<StartedCharge | null> {
  const { stripePaymentIntent, subscriptionId, amountDueToday } = contract.payment;
  if (!stripePaymentIntent) return null;
  const intent = await stripe.paymentIntents.retrieve(stripePaymentIntent);
  if (intent.status === "canceled" || intent.amount !== amountDueToday || !intent.client_secret) return null;
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, subscriptionId };
}

/**
 * The charge of a stored order, ready for the browser to confirm. Throws an AppError: `not-found` for an unknown order,
 * `conflict` for one that is paid or goes by invoice; and Stripe's own errors.
 */
export async function prepareCharge(
  context: OrderContext & { stripe: Stripe },
  id: string,
): Promise<StartedCharge> {
  const contract = await getContract(context.client, id);
  if (!contract) throw new AppError("not-found", `No order ${id}.`);
  if (isFinal(contract)) throw new AppError("conflict", `${id} is ${contract.status}.`);
  const open = await openCharge(context.stripe, contract);
  if (open) return open;
  const totals = priceOrder(context.catalogue, choicesOf(contract.services));
  if (totals.totalCents !== contract.total) throw new PricesChanged(totals);
  const charge = await startCharge(context.stripe, { contractId: id, contract, totals });
  await changeContract(context.client, id, (current) =>
    isFinal(current)
      ? null
      : {
          status: "pending",
          "payment.paymentStatus": "pending",
          "payment.stripePaymentIntent": charge.paymentIntentId,
          "payment.subscriptionId": charge.subscriptionId,
        },
  );
  return charge;
}
