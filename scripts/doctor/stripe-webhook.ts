import { createStripe } from "../../app/commands.server.ts";
import { STRIPE_EVENTS } from "../../app/model/contracts/stripe-events.ts";
import type { Check, Finding } from "./check.ts";

/** More endpoints than an account may have. */
const MAX_ENDPOINTS = 100;

export const stripeWebhook: Check = {
  id: "stripe-webhook",
  area: "Stripe",
  expects: "an endpoint of the account sends the events that the site counts, and no others",
  todo: "Set the endpoint's address and events as in docs/operations.md, Stripe's dashboard.",
  page: () => "https://dashboard.stripe.com/webhooks",
  isOn: (env) => env.stripe.on,
  async run({ env }) {
    const url = `${env.publicUrl}/webhooks/stripe`;
    const stripe = createStripe(env.stripe);
    const { data = [] } = (await stripe?.webhookEndpoints.list({ limit: MAX_ENDPOINTS })) ?? {};
    const endpoint = data.find((one) => one.url === url);
    if (!endpoint) return [{ wrong: `No endpoint sends events to ${url}.` }];
    const findings: Finding[] = [];
    const sent: readonly string[] = endpoint.enabled_events;
    const missing = sent.includes("*") ? [] : STRIPE_EVENTS.filter((event) => !sent.includes(event));
    const needless = sent.filter((event) => !(STRIPE_EVENTS as readonly string[]).includes(event));
    if (endpoint.status !== "enabled") findings.push({ wrong: `The endpoint ${url} is switched off.` });
    if (missing.length > 0) findings.push({ wrong: `The endpoint does not send: ${missing.join(", ")}.` });
    if (needless.length > 0)
      findings.push({ wrong: `The endpoint sends what nobody reads: ${needless.join(", ")}.` });
    return findings;
  },
};
