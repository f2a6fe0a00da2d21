import type Stripe from "stripe";
import { AppError } from "../platform/errors.ts";
import { abandonCharge, startCharge, type StartedCharge } from "./charge.server.ts";
import { changeContract, getContract, type StoredContract } from "./contract-store.server.ts";
import { contractMessages } from "./messages.ts";
import { requireOpen } from "./offer/find-offer.server.ts";
import type { OrderContext } from "./place-order.server.ts";
import { costsTheSame, priceContract } from "./price-contract.server.ts";
import { isFinal, sameOrder } from "./same-order.ts";

/** The charge that an order already has, if it can still be paid. */
async function openCharge(stripe: Stripe, contract: StoredContract): Promise<StartedCharge | null> {
  const { stripePaymentIntent, subscriptionId, amountDueToday } = contract.payment;
  if (!stripePaymentIntent) return null;
  const intent = await stripe.paymentIntents.retrieve(stripePaymentIntent);
  if (intent.status === "canceled" || intent.amount !== amountDueToday || !intent.client_secret) return null;
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, subscriptionId };
}

/** A charge that Stripe did not make leaves `error` on the order (specification 8), unless that has gone on meanwhile. */
async function noteFailure(context: OrderContext, contract: StoredContract): Promise<void> {
  const { stripePaymentIntent } = contract.payment;
  await changeContract(context, contract._id, (current) =>
    current.status !== "pending" || current.payment.stripePaymentIntent !== stripePaymentIntent
      ? null
      : { status: "error", "payment.paymentStatus": "error" },
  );
}

/**
 * The charge of a stored order, ready for the browser to confirm. Throws an AppError: `not-found` for an unknown order,
 * `conflict` for one that is paid or goes by invoice; and Stripe's own errors.
 */
export async function prepareCharge(
  context: OrderContext & { stripe: Stripe },
  id: string,
): Promise<StartedCharge> {
  const contract = await getContract(context.readClient, id);
  if (!contract) throw new AppError("not-found", `No order ${id}.`);
  if (isFinal(contract)) throw new AppError("conflict", `${id} is ${contract.status}.`);
  if (contract.offer) requireOpen(contract, context.now);
  if (!contract.agreedToTerms) throw new AppError("conflict", `Nobody has agreed to ${id} yet.`);
  const open = await openCharge(context.stripe, contract);
  if (open) return open;
  const totals = await priceContract(context, contract);
  if (!totals || !costsTheSame(contract, totals)) {
    throw new AppError("conflict", `${id} does not cost what it did.`, {
      safeMessage: contractMessages.pricesChanged,
    });
  }
  const charge = await startCharge(context.stripe, { contractId: id, contract, totals }).catch(
    async (error: unknown) => {
      // The visitor is told of the charge, whatever becomes of the note.
      await noteFailure(context, contract).catch(() => undefined);
      throw error;
    },
  );
  const stored = await changeContract(context, id, (current) =>
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
