import Stripe from "stripe";
import { createStripe } from "../../app/commands.server.ts";
import { STRIPE_EVENTS } from "../../app/model/contracts/stripe-events.ts";
import type { Env } from "../../app/platform/env.server.ts";
import { ask, findingsOf, stripeCheck } from "./check.ts";

const addressOf = ({ publicUrl }: Env): string => `${publicUrl}/webhooks/stripe`;

/** More endpoints than an account may have. */
const MAX_ENDPOINTS = 100;

async function findEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS });
  return data.filter((one) => one.url === url);
}

/** Makes the endpoint at Stripe. Returns the lines that say so, with its secret. Throws where there is one, and Stripe's errors. */
export async function createEndpoint(env: Env): Promise<string[]> {
  const stripe = createStripe(env.stripe);
  const url = addressOf(env);
  if (!stripe) throw new Error("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not set.");
  if ((await findEndpoints(stripe, url)).length > 0)
    throw new Error(
      `There is an endpoint for ${url} already. Stripe shows its secret; delete it to make another.`,
    );
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...STRIPE_EVENTS],
    api_version: Stripe.API_VERSION,
  });
  return [
    `Stripe sends ${STRIPE_EVENTS.length} kinds of events to ${url} from now on. Put this into .env and restart the site:`,
    `STRIPE_WEBHOOK_SECRET=${secret}`,
  ];
}

/** Returns the version of the API that an endpoint without one of its own has. */
async function defaultVersion({ stripe }: Env): Promise<string | null> {
  if (!stripe.on) return null;
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  const account = await ask(`${stripe.apiBase ?? "https://api.stripe.com"}/v1/account`, { headers });
  return account.headers.get("stripe-version");
}

export const stripeWebhook = stripeCheck({
  id: "stripe-webhook",
  expects: "one endpoint of the account sends the events that the site counts, and no others",
  todo: "Make it: npm run doctor -- --create-webhook; or set it right as in docs/operations.md, Stripe's dashboard.",
  page: () => "https://dashboard.stripe.com/webhooks",
  async run(stripe, { env }) {
    const url = addressOf(env);
    const [endpoint, another] = await findEndpoints(stripe, url);
    if (!endpoint) return [{ wrong: `No endpoint sends events to ${url}.` }];
    const sent: readonly string[] = endpoint.enabled_events;
    const missing = sent.includes("*") ? [] : STRIPE_EVENTS.filter((event) => !sent.includes(event));
    const needless = sent.filter((event) => !(STRIPE_EVENTS as readonly string[]).includes(event));
    const version = endpoint.api_version ?? (await defaultVersion(env));
    return findingsOf(
      [another !== undefined, `Several endpoints send events to ${url}.`, "Delete all but one."],
      [endpoint.status !== "enabled", `The endpoint ${url} is switched off.`],
      [missing.length > 0, `The endpoint does not send: ${missing.join(", ")}.`],
      [needless.length > 0, `The endpoint sends what nobody reads: ${needless.join(", ")}.`],
      [
        // Versions of one release, such as `2026-10-28.endive`, understand each other.
        version?.split(".")[1] !== Stripe.MAJOR_API_VERSION,
        `The endpoint writes events as of ${version}, and the site reads those of ${Stripe.API_VERSION}.`,
        "An endpoint keeps its version: delete it, then npm run doctor -- --create-webhook and the new secret.",
      ],
    );
  },
});
