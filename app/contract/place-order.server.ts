import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import { AppError } from "../platform/errors.ts";
import { createSubmission } from "../submissions/create.server.ts";
import { abandonCharge, startCharge, type StartedCharge } from "./charge.server.ts";
import {
  buildContract,
  type AgreedPolicy,
  type ContractDocument,
  type OrderInput,
} from "./contract-document.ts";
import { changeContract, contractId, getContract, type StoredContract } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { priceOrder, type CatalogueEntry, type OrderTotals } from "./pricing.ts";
import { reconcileContract } from "./reconcile.server.ts";
import { choicesOf, toContractServices } from "./services.ts";

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
  let paidMeanwhile: StoredContract | null = null;
  const stored = await changeContract(context.client, id, async (current) => {
    paidMeanwhile = null;
    if (isFinal(current)) return keepFinal(current, document);
    if (sameOrder(current, document)) return null;
    const released = await releaseCharge(context, current);
    if (isFinal(released)) {
      paidMeanwhile = released;
      return keepFinal(released, document);
    }
    return updatedFields(document, released);
  });
  if (!stored) throw new AppError("internal", `${id} is gone right after it was stored.`);
  return paidMeanwhile ?? stored;
}

/** What a client ordered, whatever it costs and however it is paid, as one text. */
function essence({ contactInfo, services, signature }: ContractDocument): string {
  const { firstName, lastName, companyName, phone, email, address } = contactInfo;
  const { street, street2, city, state, zipCode } = address;
  const person = [firstName, lastName, companyName, phone, email];
  return JSON.stringify([
    person,
    [street, street2, city, state, zipCode],
    choicesOf(toContractServices(services)),
    signature,
  ]);
}

/** An accepted order never changes; who sent another one under its id has to know that it was not taken. */
function keepFinal(current: StoredContract, next: ContractDocument): null {
  if (essence(current) === essence(next)) return null;
  throw new AppError(
    "conflict",
    `${current._id} is ${current.status} and was sent again with other content.`,
    {
      safeMessage: contractMessages.alreadyPlaced,
    },
  );
}

function sameOrder(current: StoredContract, next: ContractDocument): boolean {
  const terms = ({ payment }: ContractDocument) =>
    [payment.paymentMethod, payment.amount, payment.amountDueToday].join();
  return essence(current) === essence(next) && terms(current) === terms(next);
}

/**
 * The new content on an existing order. The name of its earlier intent stays, so that a new charge gets new keys and a
 * payment that arrives late is still found; the subscription that was given up with it does not.
 */
function updatedFields(next: ContractDocument, current: StoredContract): Record<string, unknown> {
  const { stripePaymentIntent } = current.payment;
  const subscriptionId = next.payment.paymentMethod === "invoice" ? "" : current.payment.subscriptionId;
  return {
    contactInfo: next.contactInfo,
    services: next.services,
    signature: next.signature,
    agreedPolicy: next.agreedPolicy,
    total: next.total,
    status: next.status,
    subscription: null,
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
  const stored = await changeContract(context.client, id, (current) =>
    isFinal(current) || !sameOrder(current, contract)
      ? null
      : {
          status: "pending",
          "payment.paymentStatus": "pending",
          "payment.stripePaymentIntent": charge.paymentIntentId,
          "payment.subscriptionId": charge.subscriptionId,
        },
  );
  if (stored?.payment.stripePaymentIntent === charge.paymentIntentId) return charge;
  // The order changed meanwhile (another tab, another method): nobody may pay for what it was.
  await abandonCharge(context.stripe, {
    stripePaymentIntent: charge.paymentIntentId,
    subscriptionId: charge.subscriptionId,
  });
  throw new AppError("conflict", `${id} was changed while its charge was prepared.`);
}
