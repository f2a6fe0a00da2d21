import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll } from "vitest";
import { clientFor, serveLake, type ServedLake } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";

export interface ProxiedLake {
  /** Client that bypasses the proxy. */
  lake: ServedLake;
  /** For faults of the test. */
  proxy: FaultProxy;
  /** Writes through the proxy. */
  client(): SanityClient;
}

/** A lake for a test file behind a fault proxy. */
export function proxiedLake(): ProxiedLake {
  const proxied = {
    client: () => clientFor(`${proxied.proxy.origin}/lake`, proxied.lake.lake.tokens.write),
  } as ProxiedLake;
  beforeAll(async () => {
    proxied.lake = await serveLake();
    proxied.proxy = await startFaultProxy(new URL(proxied.lake.origin).origin);
  });
  afterAll(async () => {
    await proxied.proxy.close();
    await proxied.lake.close();
  });
  return proxied;
}
