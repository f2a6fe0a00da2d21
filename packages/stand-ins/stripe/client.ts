import Stripe from "stripe";
import type { StripeDouble } from "./server.ts";

/** Returns the real library as a client of a stand-in. It tries each call once. */
export function clientOf({ origin }: Pick<StripeDouble, "origin">): Stripe {
  const { hostname: host, port } = new URL(origin);
  return new Stripe("sk_test_double", {
    host,
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
