import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isValidSignature, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { clientFor, startLake } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { googleClient, startGoogleStandIn } from "stand-ins/google";
import { startMailServer } from "stand-ins/mail";
import { startS3StandIn } from "stand-ins/s3";
import { startStripeStandIn } from "stand-ins/stripe";
import { startUpstashStandIn } from "stand-ins/upstash";
import Stripe from "stripe";
import { STRIPE_EVENTS } from "../../app/model/contracts/stripe-events.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import type { Scene } from "../../scripts/doctor/check.ts";
import { CHECKS } from "../../scripts/doctor/checks.ts";
import { examine, type Result } from "../../scripts/doctor/examine.ts";
import { mailSend } from "../../scripts/doctor/mail-send.ts";
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

const listOf = (...data: object[]) => ({ object: "list", has_more: false, data });
const accountOf = (fields = {}) => ({
  id: "acct_1",
  object: "account",
  charges_enabled: true,
  default_currency: "usd",
  payouts_enabled: true,
  business_profile: { name: "Example" },
  ...fields,
});
const endpointOf = (publicUrl: string, fields = {}) => ({
  url: `${publicUrl}/webhooks/stripe`,
  status: "enabled",
  enabled_events: STRIPE_EVENTS,
  api_version: Stripe.API_VERSION,
  ...fields,
});
const methodsOf = (isOn: boolean) => ({ is_default: true, application: null, card: { available: isOn } });
export const portalOf = (mayReplace: boolean, mayCancel: boolean) => ({
  features: { payment_method_update: { enabled: mayReplace }, subscription_cancel: { enabled: mayCancel } },
});
const hookOf = (publicUrl: string, fields = {}) => ({
  url: `${publicUrl}/webhooks/sanity`,
  dataset: "production",
  rule: { on: ["create", "update", "delete"] },
  secret: "set",
  ...fields,
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
  const lakeProxy = await startFaultProxy(lake.url);
  const closing = [stripeProxy, lakeProxy, lake, stripe, google, redis, mail, s3, site];
  const close = async () => void (await Promise.all(closing.map((one) => one.close())));
  const editor = clientFor(lake.url, lake.tokens.write, { projectId: PROJECT });
  return { publicUrl, lake, lakeProxy, stripeProxy, google, redis, mail, s3, editor, close };
}

const RECORDS: Record<string, string[][]> = {
  "_domainkey.example.com": [],
  "s1._domainkey.example.com": [["v=DKIM1; k=rsa; ", "p=MIGfMA0"]],
  "_domainkey.other.example": [],
  "example.com": [["other"], ["v=spf1 include:mail.example -all"]],
  "_dmarc.example.com": [["v=DMARC1; p=reject"]],
};

async function resolveRecords(name: string): Promise<string[][]> {
  const texts = RECORDS[name];
  if (!texts?.length) throw Object.assign(new Error("no record"), { code: texts ? "ENODATA" : "ENOTFOUND" });
  return texts;
}

const XML = { "content-type": "application/xml" };
const NO_RULES = "<Error><Code>NoSuchLifecycleConfiguration</Code></Error>";

/** What services say of their settings, where it is not what is well; null: what the stand-in says. */
export interface Answers {
  account?: object;
  endpoint?: object | null;
  /** The account's version of Stripe's API. */
  version?: string;
  card?: boolean;
  portal?: object[];
  hook?: object | null;
  store?: { status: number; headers?: Record<string, string> };
  /** Status for a stranger who lists the bucket. */
  listing?: number;
  /** Status of deleting several objects at once. */
  deletion?: number;
  rules?: string | null;
}

/** What is different from a site that is well. */
export interface Change {
  env?: Record<string, string>;
  /** Lines of the file `.env`. */
  file?: string;
  /** Rights of the file. */
  mode?: number;
  scene?: Partial<Scene>;
  /** Sends the test email. */
  sends?: boolean;
}

export type Patient = Awaited<ReturnType<typeof openPatient>>;

/** Opens a site's settings and services, all of them well, for the doctor to look at. */
export async function openPatient() {
  const services = await startServices();
  const { publicUrl, lake, lakeProxy, stripeProxy, google, redis, mail, s3 } = services;
  const directory = mkdtempSync(join(tmpdir(), "doctor-"));
  const dataDir = join(directory, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    ADMIN_EMAILS: "ada@example.com",
    SESSION_SECRET: "a".repeat(32),
    SANITY_PROJECT_ID: PROJECT,
    SANITY_API_HOST: lakeProxy.origin,
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

    /** Sets what Stripe and Sanity answer about their settings, and the bucket about its own. */
    answer(said: Answers = {}): void {
      const say = (proxy: FaultProxy, path: RegExp, body: unknown, status = 200, headers = {}) =>
        void proxy.fail({ path, fault: { kind: "status", status, body, headers } });
      for (const proxy of [stripeProxy, lakeProxy, s3.proxy]) proxy.clear();
      mail.refusal = null;
      const version = { "stripe-version": said.version ?? Stripe.API_VERSION };
      say(stripeProxy, /^\/v1\/account$/, accountOf(said.account), 200, version);
      if (said.endpoint !== null)
        say(stripeProxy, /^\/v1\/webhook_endpoints/, listOf(endpointOf(publicUrl, said.endpoint)));
      say(stripeProxy, /^\/v1\/payment_method_conf/, listOf(methodsOf(said.card ?? true)));
      say(stripeProxy, /^\/v1\/billing_portal\/conf/, listOf(...(said.portal ?? [portalOf(true, false)])));
      if (said.hook !== null) say(lakeProxy, /\/hooks\//, [hookOf(publicUrl, said.hook)]);
      if (said.store) say(lakeProxy, /query=1$/, {}, said.store.status, said.store.headers);
      say(s3.proxy, /max-keys=1$/, {}, said.listing ?? 403);
      if (said.deletion) say(s3.proxy, /\?delete/, {}, said.deletion);
      if (said.rules !== null)
        say(s3.proxy, /lifecycle/, said.rules ?? NO_RULES, said.rules ? 200 : 404, XML);
    },

    /** Runs all checks. */
    async doctor({
      env = {},
      file = "PORT=3000\n",
      mode = 0o600,
      scene = {},
      sends = false,
    }: Change = {}): Promise<Result[]> {
      const envFile = join(directory, ".env");
      writeFileSync(envFile, file);
      chmodSync(envFile, mode);
      const startedAt = Date.now();
      const checks = CHECKS.filter((check) => check !== mailSend || sends);
      return examine(checks, {
        env: parseEnv({ ...settings, ...env }),
        settings: { ...settings, ...env },
        envFile,
        backups: join(directory, "backups"),
        // It stands still: how long a service takes is no matter of the test's machine.
        now: () => startedAt,
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
