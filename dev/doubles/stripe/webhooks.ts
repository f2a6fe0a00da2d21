import Stripe from "stripe";
import type { StripeEvent } from "./state.ts";

const stripe = new Stripe("sk_test_double");

/** Signs an event with the real library and posts it as Stripe does. Resolves to the receiver's status. */
export async function deliver(event: StripeEvent, url: string, secret: string): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
  await response.arrayBuffer();
  return response.status;
}
