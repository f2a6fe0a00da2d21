import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isValidSignature, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { clientFor, startLake } from "lakelet/testing";
import { startFaultProxy } from "stand-ins/fault-proxy";
import { googleClient, startGoogleStandIn } from "stand-ins/google";
import { startMailServer } from "stand-ins/mail";
import { startS3StandIn } from "stand-ins/s3";
import { startStripeStandIn } from "stand-ins/stripe";
import { startUpstashStandIn } from "stand-ins/upstash";
import { STRIPE_EVENTS } from "../../app/model/contracts/stripe-events.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import type { Scene } from "../../scripts/doctor/check.ts";
import { CHECKS } from "../../scripts/doctor/checks.ts";
import { examine, type Result } from "../../scripts/doctor/examine.ts";
import { root } from "../../scripts/lib/run.mjs";
import { freePort } from "./ports.ts";

export const PROJECT = "abc123";
const WEBHOOK_SECRET = "a webhook's secret";
/** Answers as the site does: a health check and the webhook of Sanity. */
async function startTinySite() {
  const server = createServer(async (request, response) => {
    const signature = String(request.headers[SIGNATURE_HEADER_NAME]);
    const isSigned = await isValidSignature(await text(request), signature, WEBHOOK_SECRET).catch(
      () => false,
    );
    response.writeHead(request.url === "/healthz" || isSigned ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    publicUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

const accountOf = (fields = {}) => ({ id: "acct_1", object: "account", charges_enabled: true, ...fields });
const endpointsOf = (publicUrl: string, fields = {}) => ({
  object: "list",
  has_more: false,
  data: [
    { url: `${publicUrl}/webhooks/stripe`, status: "enabled", enabled_events: STRIPE_EVENTS, ...fields },
  ],
});

/** Starts every service that the site can have, all of them well. */
async function startServices() {
  const site = await startTinySite();
  const { publicUrl } = site;
  const lake = await startLake({
    projectId: PROJECT,
    seed: join(root, "seed"),
    publicRead: false,
    origins: [publicUrl],
    port: 0,
  });
  const [stripe, google, redis, mail, s3] = await Promise.all([
    startStripeStandIn(),
    startGoogleStandIn(),
    startUpstashStandIn(),
    startMailServer(),
    startS3StandIn(),
  ]);
  const stripeProxy = await startFaultProxy(stripe.origin);
  const closing = [stripeProxy, lake, stripe, google, redis, mail, s3, site];
  const close = async () => void (await Promise.all(closing.map((one) => one.close())));
  const editor = clientFor(lake.url, lake.tokens.write, { projectId: PROJECT });
  return { publicUrl, lake, stripeProxy, google, redis, mail, s3, editor, close };
}

const RECORDS: Record<string, string[][]> = {
  "example.com": [["other"], ["v=spf1 include:mail.example -all"]],
  "_dmarc.example.com": [["v=DMARC1; p=reject"]],
};

async function resolveRecords(name: string): Promise<string[][]> {
  const texts = RECORDS[name];
  if (!texts) throw Object.assign(new Error("no record"), { code: "ENODATA" });
  return texts;
}

/** What is different from a site that is well. */
export interface Change {
  env?: Record<string, string>;
  /** Lines of the file `.env`. */
  file?: string;
  /** Rights of the file. */
  mode?: number;
  scene?: Partial<Scene>;
}

export type Patient = Awaited<ReturnType<typeof openPatient>>;

/** Opens a site's settings and services, all of them well, for the doctor to look at. */
export async function openPatient() {
  const services = await startServices();
  const { publicUrl, lake, stripeProxy, google, redis, mail, s3 } = services;
  const directory = mkdtempSync(join(tmpdir(), "doctor-"));
  const dataDir = join(directory, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    ADMIN_EMAILS: "ada@example.com",
    SESSION_SECRET: "a".repeat(32),
    SANITY_PROJECT_ID: PROJECT,
    SANITY_API_HOST: lake.url,
    SANITY_API_READ_TOKEN: lake.tokens.read,
    SANITY_API_WRITE_TOKEN: lake.tokens.write,
    SANITY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_SECRET_KEY: "sk_test_51AAAABBBBCCCCDDone",
    STRIPE_PUBLISHABLE_KEY: "pk_test_51AAAABBBBCCCCDDtwo",
    STRIPE_WEBHOOK_SECRET: "whsec_test",
    STRIPE_API_BASE: stripeProxy.origin,
    GOOGLE_CLIENT_ID: googleClient.clientId,
    GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
    GOOGLE_API_BASE: google.origin,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    SMTP_URL: mail.url,
    MAIL_FROM: "Example <hello@example.com>",
    ...s3.env,
  };
  return {
    ...services,
    directory,
    settings,
    /** Where nothing listens. */
    nowhere: `http://127.0.0.1:${await freePort()}`,

    /** Sets what Stripe answers about the account and its endpoint, and the status for a stranger who lists the bucket. */
    answer({ account = {}, endpoint = {}, listing = 403 } = {}): void {
      const say = (path: RegExp, body: object) =>
        void stripeProxy.fail({ path, fault: { kind: "status", status: 200, body } });
      stripeProxy.clear();
      say(/^\/v1\/account$/, accountOf(account));
      say(/^\/v1\/webhook_endpoints/, endpointsOf(publicUrl, endpoint));
      s3.proxy.clear();
      void s3.proxy.fail({ path: /max-keys=1$/, fault: { kind: "status", status: listing } });
    },

    /** Runs all checks. */
    async doctor({ env = {}, file = "PORT=3000\n", mode = 0o600, scene = {} }: Change = {}): Promise<
      Result[]
    > {
      const envFile = join(directory, ".env");
      writeFileSync(envFile, file);
      chmodSync(envFile, mode);
      return examine(CHECKS, {
        env: parseEnv({ ...settings, ...env }),
        settings: { ...settings, ...env },
        envFile,
        backups: join(directory, "backups"),
        now: Date.now,
        resolveTxt: resolveRecords,
        freeBytes: async () => 1e12,
        ...scene,
      });
    },

    async close() {
      await services.close();
      rmSync(directory, { recursive: true });
    },
  };
}
