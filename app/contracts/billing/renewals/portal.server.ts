import type Stripe from "stripe";
import { AppError } from "../../../platform/errors.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { idOf, readSubscription } from "../../payment/provider-state.server.ts";
import { CARD_PARAM, CARD_RETURNED } from "./renewal-view.ts";

/**
 * Returns the page in Stripe's customer portal where the client replaces the card; it leads back to `returnUrl`, once a card is saved with `?card=returned`. The portal
 * changes the customer's card, which counts where the subscription has none of its own, so that one is handed over first.
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
