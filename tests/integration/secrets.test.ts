import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { accountId, saveAccount } from "../../app/auth/accounts.server.ts";
import { hashPassword } from "../../app/auth/passwords.server.ts";
import { newSecondFactor, newTotpSecret } from "../../app/auth/second-factor.server.ts";
import { envNames } from "../../app/platform/env.server.ts";
import { messageFields, openAbuseHarness, orderFields } from "../abuse/abuse-harness.ts";
import { opened } from "../support/opened.ts";
import { lakeTokens, startSiteProcess } from "../support/site.ts";

// A site that knows every secret there is, and fails at whatever it needs them for: nothing listens on port 1.

const client = fileURLToPath(new URL("../../build/client", import.meta.url));
const NOWHERE = "http://127.0.0.1:1";
const SECRETS = {
  SESSION_SECRET: "marker-session-secret-of-32-bytes",
  GOOGLE_CLIENT_SECRET: "marker-google-secret",
  STRIPE_SECRET_KEY: "sk_test_markerstripe",
  STRIPE_WEBHOOK_SECRET: "whsec_markerwebhook",
  SANITY_WEBHOOK_SECRET: "marker-sanity-webhook-secret",
  UPSTASH_REDIS_REST_TOKEN: "marker-upstash-token",
  METRICS_TOKEN: "marker-metrics-token",
  S3_ACCESS_KEY_ID: "marker-s3-key",
  S3_SECRET_ACCESS_KEY: "marker-s3-secret",
};
const SMTP_PASSWORD = "marker-smtp-password";
const PASSWORD = "marker-password-of-a-visitor";
const EMAIL = "ada@example.com";
const TOTP_SECRET = newTotpSecret();

/** The lake makes its own. */
const OF_THE_LAKE = ["SANITY_API_READ_TOKEN", "SANITY_API_WRITE_TOKEN", "LAKE_SITE_TOKEN"];
/** Not secret, whatever its name sounds like. */
const OPEN: ReadonlySet<string> = new Set(["STRIPE_PUBLISHABLE_KEY", "AUTH_TOKEN_SYNC_URL"]);

const harness = opened(() =>
  openAbuseHarness(
    {
      ...SECRETS,
      GOOGLE_CLIENT_ID: "client",
      GOOGLE_API_BASE: NOWHERE,
      S3_ENDPOINT: NOWHERE,
      S3_BUCKET: "files",
      S3_REGION: "us-east-1",
      STRIPE_PUBLISHABLE_KEY: "pk_test_public",
      STRIPE_API_BASE: NOWHERE,
      UPSTASH_REDIS_REST_URL: NOWHERE,
      SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:1`,
      MAIL_FROM: "hello@example.com",
      LOG_LEVEL: "debug",
    },
    startSiteProcess,
  ),
);
let secrets: string[];
const answers: string[] = [];
beforeAll(async () => {
  const tokens = Object.values(lakeTokens(harness.site.dataDir));
  const { secondFactor, recoveryCodes } = newSecondFactor(TOTP_SECRET, {
    accountId: accountId(EMAIL),
    secret: SECRETS.SESSION_SECRET,
    step: 0,
    now: new Date(),
  });
  const store = { readClient: harness.store, writeClient: harness.store };
  const passwordHash = await hashPassword(PASSWORD);
  await saveAccount(store, { email: EMAIL, passwordHash, secondFactor, now: new Date() });
  secrets = [...Object.values(SECRETS), ...tokens, SMTP_PASSWORD, PASSWORD, TOTP_SECRET, ...recoveryCodes];
});

const note = async (response: Response) => {
  answers.push(JSON.stringify([...response.headers]), await response.text());
};

test("are all tried here", () => {
  const secret = envNames.filter((name) => /SECRET|TOKEN|KEY|PASSWORD/.test(name) && !OPEN.has(name));
  expect([...Object.keys(SECRETS), ...OF_THE_LAKE].toSorted()).toEqual(secret.toSorted());
});

test("stand in no answer, whatever fails", async () => {
  const { origin } = harness.site;
  const pages = [
    "/",
    "/contract",
    "/login",
    "/admin",
    "/api/session",
    "/readyz",
    "/healthz",
    "/robots.txt",
    "/nowhere",
    "/%zz",
  ];
  for (const page of pages) await note(await fetch(origin + page, { redirect: "manual" }));
  for (const page of ["/admin", "/admin/outbox", "/admin/figures"])
    answers.push((await harness.read(page)).text);
  const order = orderFields("Words", { paymentMethod: "stripe", signature: "" });
  const payment = {
    amount: 1200,
    currency: "usd",
    paymentMethodId: "pm_1",
    email: "a@b.co",
    name: "A",
    services: { domainSetup: { selected: true } },
  };
  await note(await harness.post("/contract.data", new URLSearchParams({ ...order, intent: "place" })));
  const json = { "content-type": "application/json" };
  await note(
    await harness.post(
      "/api/payment-intent",
      JSON.stringify({ ...payment, submissionId: order["submissionId"] }),
      json,
    ),
  );
  await note(await harness.post("/webhooks/stripe", "{}", { "stripe-signature": "t=1,v1=x" }));
  await note(await harness.post("/webhooks/sanity", "{}", { "sanity-webhook-signature": "t=1,v1=x" }));
  await note(await harness.post("/contact.data", new URLSearchParams(messageFields(harness.mark))));
  await note(await harness.post("/login", new URLSearchParams({ email: EMAIL, password: PASSWORD })));
  await note(await harness.post("/login/code", new URLSearchParams({ code: "000000" })));
  answers.push((await harness.read("/account")).text);
  await note(await harness.post("/login/google", new URLSearchParams()));
  expect(answers.length).toBeGreaterThan(25);
  for (const secret of secrets) expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
});

test("of a second factor stand in the content store only encrypted or hashed", async () => {
  const account = await harness.store.getDocument(accountId(EMAIL));
  expect(account).toMatchObject({ secondFactor: { sealedSecret: expect.any(String) } });
  const stored = JSON.stringify(account);
  for (const secret of secrets) expect(stored.includes(secret)).toBe(false);
});

test("stand in no log, at its most talkative", () => {
  const output = harness.site.output();
  // What failed is there; what it failed with is not.
  expect(output).toContain('"level":50');
  for (const secret of secrets) expect(output.includes(secret)).toBe(false);
  for (const personal of ["visitor@example.com", "Ada Lovelace"]) expect(output).not.toContain(personal);
});

test("stand in nothing that browsers load, not even by name", () => {
  const files = readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|map|webmanifest|txt|svg)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(files.length).toBeGreaterThan(20);
  const names = [...Object.keys(SECRETS), ...OF_THE_LAKE];
  for (const word of [...names, ...secrets]) expect(files.filter((file) => file.includes(word))).toEqual([]);
  expect(files.filter((file) => /\bsk_(test|live)_\w|whsec_\w|BEGIN [A-Z ]*PRIVATE KEY/.test(file))).toEqual(
    [],
  );
});
