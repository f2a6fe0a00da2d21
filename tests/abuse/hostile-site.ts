import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createLake } from "lakelet";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { startStripeStandIn, type StripeStandIn } from "stand-ins/stripe";
import { expect } from "vitest";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { copyFilledLake } from "../support/filled-lake.ts";
import { startSite, type RunningSite } from "../support/site.ts";

/** A site whose requests to its content store are recorded. */
export interface HostileSite {
  site: RunningSite;
  proxy: FaultProxy;
  stripe: StripeStandIn;
  webhookSecret: string;
  /** Each request comes from its own IP, so that no rate limit interferes. */
  ask(path: string, init?: RequestInit & { admin?: boolean }): Promise<Response>;
  /** Fails unless every request since the last `proxy.clear()` has a known shape and the right token. */
  expectKnownRequests(): void;
  stop(): Promise<void>;
}

const ID = String.raw`(?![-.])(?!.*\.\.)[A-Za-z0-9._-]{1,128}`;
const API = "/lake/v2025-02-19/data";
const READS = [
  new RegExp(`^(GET|POST) ${API}/query/production(\\?|$)`),
  new RegExp(`^GET ${API}/doc/production/${ID}$`),
  new RegExp(`^GET ${API}/listen/production\\?`),
];
const WRITES = new RegExp(`^POST ${API}/mutate/production\\?`);

export async function startHostileSite(env: Record<string, string> = {}): Promise<HostileSite> {
  const directory = mkdtempSync(join(tmpdir(), "lake-"));
  await copyFilledLake(directory);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lake = await createLake({ directory, basePath: "/lake", publicUrl });
  // With the site's own token: anonymous callers have a share of a few seconds per minute.
  server.on(
    "request",
    createRequestListener((request) => lake.fetch(request)),
  );
  const proxy = await startFaultProxy(publicUrl);
  const stripe = await startStripeStandIn();
  const webhookSecret = "whsec_hostile";
  const { read, write } = lake.tokens;
  const site = await startSite({
    env: {
      ADMIN_EMAILS,
      TRUST_PROXY: "true",
      LOG_LEVEL: "error",
      SANITY_API_HOST: `${proxy.origin}/lake`,
      SANITY_API_READ_TOKEN: read,
      SANITY_API_WRITE_TOKEN: write,
      STRIPE_SECRET_KEY: "sk_test_hostile",
      STRIPE_PUBLISHABLE_KEY: "pk_test_hostile",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.origin,
      ...env,
    },
  });
  const cookie = await sessionCookie(site.dataDir);
  let visitors = 0;
  return {
    site,
    proxy,
    stripe,
    webhookSecret,
    ask(path, { admin = false, headers, ...init } = {}) {
      visitors += 1;
      const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
      const own = { origin: site.origin, "x-forwarded-for": address, ...(admin ? { cookie } : {}) };
      return fetch(site.origin + path, {
        redirect: "manual",
        ...init,
        headers: { ...own, ...(headers as Record<string, string> | undefined) },
      });
    },
    expectKnownRequests() {
      for (const { request, token } of proxy.ledger) {
        if (WRITES.test(request)) expect([request, token]).toEqual([request, write]);
        else {
          expect(READS.some((shape) => shape.test(request)) ? "known" : request).toBe("known");
          expect([request, token === write]).toEqual([request, false]);
        }
      }
    },
    async stop() {
      await site.stop();
      await stripe.close();
      await proxy.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await lake.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
