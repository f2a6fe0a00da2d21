import { createStripe } from "../../app/commands.server.ts";
import type { Check, Finding } from "./check.ts";

export const stripeAccount: Check = {
  id: "stripe-account",
  area: "Stripe",
  expects: "the secret key is valid, and its account may charge",
  todo: "Complete the account at Stripe, or copy its secret key again.",
  page: () => "https://dashboard.stripe.com/settings/account",
  isOn: (env) => env.stripe.on,
  async run({ env }) {
    const account = await createStripe(env.stripe)?.accounts.retrieveCurrent();
    const findings: Finding[] = [];
    if (account?.charges_enabled !== true) findings.push({ wrong: "Stripe's account may not charge yet." });
    if (account?.payouts_enabled === false)
      findings.push({
        wrong: "Stripe's account gets no payouts: its bank account is missing or was refused.",
      });
    return findings;
  },
};
