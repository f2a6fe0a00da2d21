import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SanityClient } from "@sanity/client";
import { clientFor } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { startMailServer, type MailServer, type ReceivedMail } from "stand-ins/mail";
import { startStripeStandIn, type StripeStandIn } from "stand-ins/stripe";
import { parseEnv } from "../../app/platform/env.server.ts";
import { loadSecret } from "../../app/platform/secret.server.ts";
import type { Cluster } from "../../dev/cluster/cluster.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { copyFilledLake } from "../support/filled-lake.ts";
import { freePort } from "../support/ports.ts";
import { Phoenix } from "./phoenix.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const SECRETS = { stripe: "whsec_chaos", sanity: "a secret of the webhook" } as const;

/** Returns the environment of a site with these services. */
export const servicesEnv = (stripe: { origin: string }, mail: { url: string }) => ({
  STRIPE_SECRET_KEY: "sk_test_chaos",
  STRIPE_PUBLISHABLE_KEY: "pk_test_chaos",
  STRIPE_WEBHOOK_SECRET: SECRETS.stripe,
  STRIPE_API_BASE: stripe.origin,
  ADMIN_EMAILS,
  SMTP_URL: mail.url,
  MAIL_FROM: "Harborlight <hello@harborlight.example>",
});

/** A site, its content lake, Stripe and a mail server, each of which may be down at any moment. */
export interface Scene {
  origin: string;
  /** The processes of the site. */
  sites: readonly Phoenix[];
  lake: Phoenix;
  /** Between site and lake. */
  proxy: FaultProxy;
  stripe: StripeStandIn;
  /** Client with the write token that bypasses the proxy. */
  editor: SanityClient;
  adminCookie: string;
  /** The site's secret, which signs its links. */
  secret: string;
  mail: MailPost;
  /** Where several processes share them. */
  shared: Pick<Cluster, "s3" | "upstash"> | null;
  close(): Promise<void>;
}

/** A mail server that can be stopped at any moment and restarted on the same port. */
export class MailPost {
  #server: MailServer | null = null;
  readonly #before: ReceivedMail[] = [];
  url = "";
  kills = 0;

  /** All emails of all runs. */
  get received(): ReceivedMail[] {
    return [...this.#before, ...(this.#server?.received ?? [])];
  }

  async leave(): Promise<void> {
    const leaving = this.#server;
    if (!leaving) return;
    this.kills += 1;
    this.#server = null;
    await leaving.close();
    this.#before.push(...leaving.received);
  }

  async comeBack(): Promise<void> {
    this.#server ??= await startMailServer(this.url ? Number(new URL(this.url).port) : 0);
    this.url = this.#server.url;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

/** Starts everything on loopback, in a temporary directory. `env` is added to the site's environment. */
export async function startScene(env: Record<string, string> = {}): Promise<Scene> {
  const directory = mkdtempSync(join(tmpdir(), "chaos-"));
  const [lakePort, sitePort] = [await freePort(), await freePort()];
  const lakeOrigin = `http://127.0.0.1:${lakePort}`;
  const lakeDirectory = join(directory, "lake");
  await copyFilledLake(lakeDirectory);
  const lake = new Phoenix(
    [
      join(root, "node_modules/.bin/lakelet"),
      "--data",
      lakeDirectory,
      "--port",
      String(lakePort),
      "--public-read",
    ],
    {},
    `${lakeOrigin}/v1/ping`,
  );
  lake.rise();
  await lake.ready();
  const tokens = JSON.parse(readFileSync(join(lakeDirectory, "tokens.json"), "utf8")) as {
    read: string;
    write: string;
  };
  const [proxy, stripe, mail] = [
    await startFaultProxy(lakeOrigin),
    await startStripeStandIn(),
    new MailPost(),
  ];
  await mail.comeBack();
  const origin = `http://localhost:${sitePort}`;
  const dataDir = join(directory, "site");
  const siteEnv = {
    NODE_ENV: "production",
    LOG_LEVEL: "error",
    PORT: String(sitePort),
    DATA_DIR: dataDir,
    SANITY_API_HOST: proxy.origin,
    SANITY_API_READ_TOKEN: tokens.read,
    SANITY_API_WRITE_TOKEN: tokens.write,
    SANITY_WEBHOOK_SECRET: SECRETS.sanity,
    ...servicesEnv(stripe, mail),
    // Each visitor has its own IP.
    TRUST_PROXY: "true",
    ...env,
  };
  const site = new Phoenix([join(root, "server/index.ts")], siteEnv, `${origin}/readyz`);
  site.rise();
  await site.ready();
  return {
    origin,
    sites: [site],
    lake,
    proxy,
    stripe,
    mail,
    editor: clientFor(lakeOrigin, tokens.write).withConfig({ perspective: "raw", maxRetries: 0 }),
    adminCookie: await sessionCookie(dataDir),
    secret: loadSecret(parseEnv({ DATA_DIR: dataDir })),
    shared: null,
    async close() {
      await site.stop();
      await lake.stop();
      await Promise.all([proxy.close(), stripe.close(), mail.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
