import { CURRENCY } from "../../app/model/contracts/money.ts";
import { findingsOf, stripeCheck } from "./check.ts";

export const stripeAccount = stripeCheck({
  id: "stripe-account",
  expects:
    "the secret key is valid; its account may charge, takes cards, and has the name that Checkout shows",
  todo: "Complete the account at Stripe (cards: Payments, Payment methods), or copy its secret key again.",
  page: () => "https://dashboard.stripe.com/settings/account",
  async run(stripe) {
    const account = await stripe.accounts.retrieveCurrent();
    const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 });
    const methods = data.find((one) => one.is_default && one.application === null);
    const name = account.settings?.dashboard.display_name || account.business_profile?.name;
    const currency = account.default_currency?.toUpperCase();
    return findingsOf(
      [!account.charges_enabled, "Stripe's account may not charge yet."],
      [!account.payouts_enabled, "Stripe's account gets no payouts: its bank is missing or was refused."],
      [methods?.card?.available === false, "Cards are switched off at Stripe (Payment methods)."],
      [account.default_currency !== CURRENCY, `Stripe pays out in ${currency}: it converts, for a fee.`],
      [!name, "Stripe's account has no business name: Checkout does not open without one."],
    );
  },
});
