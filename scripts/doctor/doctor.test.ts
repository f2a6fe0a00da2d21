import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientFor, startLake } from "lakelet/testing";
import { expect, test } from "vitest";
import { STRIPE_EVENTS } from "../../app/model/contracts/stripe-events.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { FAULTS } from "../../tests/support/doctor-faults.ts";
import { openPatient, PROJECT } from "../../tests/support/doctor.ts";
import { opened } from "../../tests/support/opened.ts";
import { runScript } from "../../tests/support/process.ts";
import { root } from "../lib/run.mjs";
import { documentChecks } from "./checks.ts";
import { report, type Result } from "./examine.ts";
import { createEndpoint } from "./stripe-webhook.ts";

const site = opened(openPatient);

const wrong = (results: Result[]): string[] =>
  results.flatMap(({ id, findings }) =>
    findings.flatMap((finding) => (finding.wrong === undefined ? [] : [`${id}: ${finding.wrong}`])),
  );

/** What Stripe's API never tells. */
const LOOKS = [expect.stringMatching(/^stripe-radar: /), expect.stringMatching(/^stripe-retries: /)];

test("a site with all services that are well has no findings", async () => {
  site.answer();
  const results = await site.doctor();
  expect(wrong(results)).toEqual([]);
  const off = results.filter(({ state }) => state === "off").map(({ id }) => id);
  expect(off).toEqual(["public-url", "last-backup"]);
  const looks = results.filter(({ state }) => state === "look").map(({ id }) => id);
  expect(looks).toEqual(["stripe-radar", "stripe-retries"]);
  expect(report(results)[1]).toBe("well   settings: every name in .env is a setting of the site");
  expect(site.s3.keys().filter((key) => key.startsWith("doctor/"))).toEqual([]);
  expect(await site.editor.fetch(`*[_type == "doctor"]`, {}, { perspective: "raw" })).toEqual([]);
});

test.each(FAULTS)("finds %s", async (finding, change) => {
  site.answer();
  mkdirSync(join(site.directory, "backups/a"), { recursive: true });
  writeFileSync(join(site.directory, "backups/a/manifest.json"), "{}");
  utimesSync(join(site.directory, "backups/a/manifest.json"), new Date(), new Date());
  const found = wrong(await site.doctor(typeof change === "function" ? change(site) : change));
  expect(found.filter((one) => finding.test(one))).toHaveLength(1);
});

test("what cannot be asked is said, and is no fault", async () => {
  site.answer({ hook: null, rules: null });
  const results = await site.doctor({ env: { MAIL_FROM: "a@other.example" }, sends: true });
  const looks = results.flatMap(({ id, findings }) =>
    findings.flatMap(({ look }) => (look === undefined ? [] : [`${id}: ${look}`])),
  );
  expect(looks).toEqual([
    expect.stringMatching(/^sanity-hooks: The write token may not list .* \(404\)/),
    ...LOOKS,
    expect.stringMatching(/^mail-dns: other\.example has names below .*not known\.$/),
    "mail-send: The mail server took a test email to each admin (1).",
    expect.stringMatching(/^bucket-rules: The key may not read/),
  ]);
  expect(results.find(({ id }) => id === "sanity-hooks")?.state).toBe("look");
  const [sent] = site.mail.received;
  expect(sent?.recipients).toEqual(["ada@example.com"]);
  expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
    From: "a@other.example",
    Subject: expect.stringMatching(/^Test email of localhost/),
  });
});

test("the endpoint is made at Stripe as the doctor wants it, once", async () => {
  site.answer({ endpoint: null });
  const env = parseEnv(site.settings);
  expect(wrong(await site.doctor())).toEqual([
    expect.stringMatching(/^stripe-webhook: No endpoint sends events to/),
  ]);
  const made = await runScript("doctor", ["--create-webhook"], site.settings);
  expect(made.output).toMatch(/\nSTRIPE_WEBHOOK_SECRET=whsec_\w+\n$/);
  expect(wrong(await site.doctor())).toEqual([]);
  await expect(createEndpoint(env)).rejects.toThrow("There is an endpoint for");
});

test("a Redis that evicts is found", async () => {
  site.answer();
  const command = (...words: string[]) =>
    fetch(site.redis.url, {
      method: "POST",
      headers: { authorization: `Bearer ${site.redis.token}` },
      body: JSON.stringify(words),
    });
  await command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
  expect(wrong(await site.doctor())).toEqual([expect.stringMatching(/^redis: .*evicts .*allkeys-lru/)]);
  await command("CONFIG", "SET", "maxmemory-policy", "noeviction");
});

test("mail without TLS to another machine is found, whatever its server says", async () => {
  site.answer();
  const env = { SMTP_URL: site.nowhere.replace("http://127.0.0.1", "smtp://0.0.0.0") };
  expect(wrong(await site.doctor({ env }))).toEqual([
    expect.stringMatching(/^mail-login: SMTP_URL does not insist on TLS/),
    "mail-login: SMTP_URL has no user.",
    expect.stringMatching(/^mail-login: .*ECONNREFUSED/),
  ]);
});

test("an empty dataset, and one without a type of documents, are found", async () => {
  site.answer();
  const { editor, lake } = site;
  await editor.patch("homePage").unset(['sections[_type=="figuresSection"]']).commit();
  await editor.patch("aboutPage").unset(["statistics"]).commit();
  await editor.delete({ query: `*[_type == "statistic"]` });
  expect(wrong(await site.doctor())).toEqual([expect.stringMatching(/^sanity-documents: .*: statistic\.$/)]);
  await editor.delete({ query: `*[_id in ["siteSettings", "homePage"]]` });
  expect(wrong(await site.doctor())).toContain(
    "sanity-content: The dataset is empty; npm run content:import -- seed",
  );
  lake.reset();
});

test("what strangers may read of a public dataset is found", async () => {
  site.answer();
  const lake = await startLake({
    projectId: PROJECT,
    seed: [{ _id: "a", _type: "contactSubmission" }],
    port: 0,
  });
  // The first query without a token starts the process that evaluates them.
  await clientFor(lake.url, undefined, { projectId: PROJECT }).fetch("1");
  const { read, write } = lake.tokens;
  const env = { SANITY_API_HOST: lake.url, SANITY_API_READ_TOKEN: read, SANITY_API_WRITE_TOKEN: write };
  expect(wrong(await site.doctor({ env }))).toContain(
    "sanity-visibility: Anybody can read documents of the type contactSubmission, without a token.",
  );
  await lake.close();
});

test("the findings hold no secrets, and say what to do and where", async () => {
  site.answer();
  const results = await site.doctor({
    env: { SANITY_API_READ_TOKEN: "a-secret-of-the-store-1234567890abcdef" },
  });
  expect(JSON.stringify(results)).not.toContain("a-secret-of-the-store");
  const lines = report(results).join("\n");
  expect(lines).toContain("WRONG  Sanity: The content store refused");
  expect(lines).toContain(`https://www.sanity.io/manage/project/${PROJECT}/api`);
});

test("the command ends with 1 and prints JSON, or names what is half configured", async () => {
  site.answer();
  const run = (env: Record<string, string>) => runScript("doctor", ["--json"], env);
  const redis = { UPSTASH_REDIS_REST_URL: site.nowhere, UPSTASH_REDIS_REST_TOKEN: "x" };
  const { code, output } = await run({ DATA_DIR: site.settings["DATA_DIR"] ?? "", ...redis });
  const results = JSON.parse(output) as Result[];
  expect([code, results.find(({ id }) => id === "redis")?.state]).toEqual([1, "wrong"]);
  const half = await run({ STRIPE_SECRET_KEY: "sk_test_1" });
  const [values] = JSON.parse(half.output) as Result[];
  expect([half.code, values?.id, values?.findings[0]?.wrong]).toEqual([
    1,
    "settings-values",
    "Stripe is half configured: STRIPE_PUBLISHABLE_KEY missing. Set all of its keys or none.",
  ]);
});

test("docs/operations.md lists every check", () => {
  const lines = readFileSync(join(root, "docs/operations.md"), "utf8").split("\n");
  const listed = lines.filter((line) => documentChecks().includes(line));
  expect(listed).toEqual(documentChecks());
});

test("the events are those that the webhook knows, and those of the documents", () => {
  const source = readFileSync(join(root, "app/contracts/payment/payments.server.ts"), "utf8");
  const cases = [...source.matchAll(/case "([\w.]+)":/g)].map(([, name]) => name);
  expect(cases.toSorted()).toEqual(STRIPE_EVENTS.toSorted());
});
