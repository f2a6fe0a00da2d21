import { sweepOrders, type Sweep } from "./sweep.server.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

const started = globalThis as { orderSweep?: NodeJS.Timeout };

/**
 * Looks after waiting orders a minute after the start, as nobody may have done so while the site was down, and then every
 * hour. One timer however often the build is loaded; it keeps no process alive.
 */
export function startSweep(sweep: Sweep): void {
  if (started.orderSweep) return;
  const round = () => {
    sweepOrders(sweep, new Date()).catch(sweep.onError);
    started.orderSweep = setTimeout(round, HOUR).unref();
  };
  started.orderSweep = setTimeout(round, MINUTE).unref();
}
