import type { SanityClient } from "@sanity/client";
import type Stripe from "stripe";
import { sweepAbandonedOrders } from "./sweep.server.ts";

const HOUR = 60 * 60 * 1000;

const started = globalThis as { orderSweep?: NodeJS.Timeout };

/** Closes abandoned orders every hour as long as the process runs; one timer however often the build is loaded. */
export function startSweep(client: SanityClient, stripe: Stripe, onError: (error: unknown) => void): void {
  if (started.orderSweep) return;
  started.orderSweep = setInterval(() => {
    sweepAbandonedOrders(client, stripe, new Date()).catch(onError);
  }, HOUR);
  // The timer keeps no process alive.
  started.orderSweep.unref();
}
