import Stripe from "stripe";
import { AppError } from "../../../platform/errors.ts";
import {
  chargedMethod,
  idOf,
  readSubscription,
  SUBSCRIPTION_CARD,
} from "../../payment/provider-state.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import type { ContractStore, StoredContract } from "../../store/contract-store.server.ts";
import { CARD_PARAM, CARD_RETURNED } from "./renewal-view.ts";

/** What became of a payment after the client has set another card: none was open, it went through, or it was declined. */
export type NewCardOutcome = "changed" | "paid" | "declined";

/** GROQ filter of the contracts whose last renewal was declined. */
export const DECLINED = `payment.chargeFailedAt > "" && payment.subscriptionId != ""`;

/** Charges an open invoice, unless it was paid or the card is declined: the contract is reconciled afterwards. */
async function pay(stripe: Stripe, invoice: string, idempotencyKey: string): Promise<void> {
  await stripe.invoices.pay(invoice, {}, { idempotencyKey }).catch((error: unknown) => {
    const isKnown =
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isKnown) throw error;
  });
}

/**
 * Brings a contract in line with Stripe and, where a renewal was declined and another card was set since, charges that one now
 * instead of at Stripe's next try: once for each card, however often it is called. Returns null when there is no such contract.
 * Throws Stripe's and the store's errors.
 */
export async function chargeNewCard(
  store: ContractStore,
  stripe: Stripe,
  id: string,
): Promise<{ outcome: NewCardOutcome; contract: StoredContract } | null> {
  const known = await reconcileContract(store, stripe, id);
  const { chargeFailedAt, subscriptionId = "" } = known?.contract.payment ?? {};
  if (!known || !chargeFailedAt) return known && { outcome: "changed", contract: known.contract };
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: SUBSCRIPTION_CARD });
  const method = chargedMethod(subscription);
  const customer = idOf(subscription.customer);
  const [last] = (await stripe.charges.list({ customer, limit: 1 })).data;
  // It was declined already.
  if (!method || last?.payment_method === method.id) return { outcome: "declined", contract: known.contract };
  const open = await stripe.invoices.list({ subscription: subscriptionId, status: "open", limit: 100 });
  for (const invoice of open.data) await pay(stripe, invoice.id, `${id}:pay:${invoice.id}:${method.id}`);
  const contract = (await reconcileContract(store, stripe, id))?.contract ?? known.contract;
  return { outcome: contract.payment.chargeFailedAt ? "declined" : "paid", contract };
}

/**
 * Returns the page in Stripe's customer portal where the client replaces the card; it leads back to `returnUrl`, once a card is
 * saved with `?card=returned`. The portal changes the customer's card, which counts where the subscription has none of its own, so
 * that one is handed over first.
 * Throws an AppError `conflict` for a contract without a running subscription, and Stripe's errors.
 */
export async function openPortal(
  stripe: Stripe,
  { _id, payment }: StoredContract,
  returnUrl: string,
): Promise<string> {
  if (!payment.subscriptionId) throw new AppError("conflict", `${_id} has no subscription.`);
  const subscription = await stripe.subscriptions.retrieve(payment.subscriptionId);
  const { customer, endedAt } = readSubscription(subscription);
  if (endedAt) throw new AppError("conflict", `The subscription of ${_id} has ended.`);
  const own = subscription.default_payment_method;
  if (own) {
    const method = idOf(own);
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: "" });
  }
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: returnUrl,
    flow_data: {
      type: "payment_method_update",
      after_completion: {
        type: "redirect",
        redirect: { return_url: `${returnUrl}?${CARD_PARAM}=${CARD_RETURNED}` },
      },
    },
  });
  return session.url;
}
