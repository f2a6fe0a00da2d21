import { findingsOf, stripeCheck } from "./check.ts";

export const stripePortal = stripeCheck({
  id: "stripe-portal",
  expects: "clients may replace their card in the customer portal, and not cancel there",
  todo: "Save the portal's settings: payment methods on, cancelling off.",
  page: () => "https://dashboard.stripe.com/settings/billing/portal",
  async run(stripe) {
    const { data } = await stripe.billingPortal.configurations.list({ is_default: true, active: true });
    const features = data[0]?.features;
    return findingsOf(
      [!features, "The customer portal was never saved: “Update my card” leads nowhere."],
      [features?.payment_method_update.enabled === false, "The customer portal does not replace cards."],
      [features?.subscription_cancel.enabled === true, "The customer portal cancels, past the site's terms."],
    );
  },
});
