import type { Check } from "./check.ts";

// Stripe's API tells neither.

export const stripeRadar: Check = {
  id: "stripe-radar",
  area: "Stripe",
  expects: "Radar's rules ask for 3-D Secure where the card requires it, which is Stripe's default",
  todo: "Look at the rules under 3D Secure; no rule may block what the card form lets pass, such as clients from abroad.",
  page: () => "https://dashboard.stripe.com/settings/radar/rules",
  isOn: (env) => env.stripe.on,
};

export const stripeRetries: Check = {
  id: "stripe-retries",
  area: "Stripe",
  expects: "declined renewals are tried again for two weeks, then cancelled, without emails of Stripe's own",
  todo: "Look at Manage failed payments: Smart Retries within 2 weeks, then cancel the subscription; emails about it off.",
  page: () => "https://dashboard.stripe.com/settings/billing/automatic",
  isOn: (env) => env.stripe.on,
};
