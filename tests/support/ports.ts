import { createServer, type AddressInfo } from "node:net";

/** Returns a free port of loopback. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
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
  /** The first of ten each, for the processes of clusters in the browser tests. */
  siteProcesses: base + 20,
  faultySiteProcesses: base + 30,
  cardSiteProcesses: base + 40,
  studioProcesses: base + 50,
  adminProcesses: base + 60,
  /** The first of ten, for `npm run start:cluster`. */
  commands: base + 70,
} as const;
