import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** The range of `freePort`, below the ports of the browser tests. */
const FIRST_FREE = 12_000;
const LAST_FREE = 23_999;

/**
 * Returns a free port of loopback. No ephemeral one (from 32768): a server of another test could get it before it is used, or while
 * its process is started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_FREE, LAST_FREE + 1);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise<void>((resolve) => probe.close(() => resolve()));
    return port;
  }
}

/**
 * Above 3000, where a site may be running, and below the ephemeral ports (from 32768), which outgoing connections may hold. E2E_PORT
 * moves all of them, for two runs on one machine.
 */
const base = Number(process.env.E2E_PORT ?? 24_173);

/** Ports of the browser tests, and of processes that are started again on the same port. */
export const ports = {
  site: base + 0,
  faultySite: base + 1,
  lake: base + 2,
  control: base + 3,
  cardSite: base + 4,
  stripe: base + 5,
  google: base + 6,
  /** The first of ten, for a cluster of the integration tests. */
  cluster: base + 10,
} as const;
