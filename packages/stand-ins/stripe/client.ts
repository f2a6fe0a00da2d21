import Stripe from "stripe";
import type { StripeStandIn } from "./server.ts";

/** Returns the real library as a client of a stand-in. It tries each call once. */
export function clientOf({ origin }: Pick<StripeStandIn, "origin">): Stripe {
  const { hostname: host, port } = new URL(origin);
  return new Stripe("sk_test_double", {
    host,
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
