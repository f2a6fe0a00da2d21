import { writeClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { reportOrder, stripe } from "./order.instance.server.ts";
import { sweepAbandonedOrders } from "./sweep.server.ts";

const HOUR = 60 * 60 * 1000;

const started = globalThis as { orderSweep?: NodeJS.Timeout };

/** Closes abandoned orders every hour as long as the process runs; one timer however often the build is loaded. */
export function startSweep(): void {
  if (!stripe || started.orderSweep) return;
  const provider = stripe;
  started.orderSweep = setInterval(() => {
    sweepAbandonedOrders(writeClient, provider, new Date()).then(
      (count) => count > 0 && log.info({ count }, "abandoned orders looked at"),
      reportOrder,
    );
  }, HOUR);
  // The timer keeps no process alive.
  started.orderSweep.unref();
}
