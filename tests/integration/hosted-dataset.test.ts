import { clientFor, startLake, type SeedDocument } from "lakelet/testing";
import { startFaultProxy } from "stand-ins/fault-proxy";
import { startS3StandIn } from "stand-ins/s3";
import { startUpstashStandIn } from "stand-ins/upstash";
import { afterAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/run.mjs";
import { freePort } from "../support/ports.ts";
import { startSite, type RunningSite } from "../support/site.ts";

// A lake in this process is the hosted Sanity of these sites: only its tokens open it.

const PROJECT = "abc123";
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function openLake(publicRead: boolean, seed: string | SeedDocument[]) {
  const lake = await startLake({ projectId: PROJECT, seed, publicRead, port: 0 });
  closing.push(lake.close);
  // The first query without a token starts the process that evaluates them.
  if (publicRead) await clientFor(lake.url, undefined, { projectId: PROJECT }).fetch("1");
  return lake;
}

const hosted = (lake: Awaited<ReturnType<typeof openLake>>) => ({
  SANITY_PROJECT_ID: PROJECT,
  SANITY_API_HOST: lake.url,
  SANITY_API_READ_TOKEN: lake.tokens.read,
  SANITY_API_WRITE_TOKEN: lake.tokens.write,
  SESSION_SECRET: "a secret of the tests, of 32 bytes",
});

async function open(env: Record<string, string>): Promise<RunningSite> {
  const site = await startSite({ env });
  closing.push(() => site.stop());
  return site;
}

async function ready(site: RunningSite): Promise<[number, string]> {
  const response = await fetch(`${site.origin}/readyz`);
  return [response.status, (await response.text()).trim()];
}

const SEED = `${root}/seed`;
const SETTINGS = [
  { _id: "siteSettings", _type: "siteSettings" },
  { _id: "homePage", _type: "homePage" },
];

test("pages of a private dataset are read with the read token, and show neither drafts nor what visitors sent", async () => {
  const lake = await openLake(false, SEED);
  const { write } = lake.tokens;
  const mutations = [
    { createOrReplace: { _id: "drafts.homePage", _type: "homePage", headline: "A DRAFT" } },
    { create: { _id: "contactSubmission.a", _type: "contactSubmission", message: "A SECRET" } },
  ];
  await fetch(`${lake.url}/v2025-02-19/data/mutate/production`, {
    method: "POST",
    headers: { authorization: `Bearer ${write}`, "content-type": "application/json" },
    body: JSON.stringify({ mutations }),
  });
  const site = await open(hosted(lake));
  expect(await ready(site)).toEqual([200, "ready"]);
  const pages = ["/", "/about", "/services", "/blog", "/search?q=secret", "/contract", "/sitemap.xml"];
  for (const page of pages) {
    // 503 while the store takes longer than ten seconds, which its first queries do on a busy machine.
    const load = () => fetch(site.origin + page);
    await expect.poll(async () => (await load()).status, { message: page }).toBe(200);
    const response = await load();
    const text = await response.text();
    expect([page, response.status, text.includes("A DRAFT"), text.includes("A SECRET")]).toEqual([
      page,
      200,
      false,
      false,
    ]);
  }
});

test("pages of a public dataset are read without a token", async () => {
  const lake = await openLake(true, SEED);
  const proxy = await startFaultProxy(lake.url);
  closing.push(proxy.close);
  const site = await open({ ...hosted(lake), SANITY_API_HOST: proxy.origin });
  proxy.clear();
  expect((await fetch(`${site.origin}/about`)).status).toBe(200);
  const asked = proxy.ledger.filter(({ request }) => request.includes("aboutPage"));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(({ token }) => token !== undefined)).toEqual([]);
});

test("a public dataset that shows what visitors sent is told at the start", async () => {
  const lake = await openLake(true, [...SETTINGS, { _id: "a", _type: "contactSubmission" }]);
  const site = await open(hosted(lake));
  await expect.poll(() => site.output()).toContain("anybody can read private documents without a token");
  expect(site.output()).toContain('"types":"contactSubmission"');
});

test("an empty dataset is told at the start, by /readyz and on every page", async () => {
  const site = await open(hosted(await openLake(false, [])));
  expect(await ready(site)).toEqual([503, "not ready: content"]);
  await expect.poll(() => site.output()).toContain("The dataset is empty; npm run content:import -- seed");
  for (const path of ["/", "/login", "/admin"]) {
    const page = await fetch(site.origin + path);
    expect([path, page.status]).toEqual([path, 503]);
    expect(await page.text()).toContain("npm run content:import -- seed");
  }
});

const NOWHERE = `http://127.0.0.1:${await freePort()}`;

interface Broken {
  what: string;
  /** Added to the settings of a site that is ready. */
  env: Record<string, string>;
  missing: string;
  /** What the log says. */
  reason: RegExp;
}

const BROKEN: Broken[] = [
  { what: "another project", env: { SANITY_PROJECT_ID: "other" }, missing: "content", reason: /not found/ },
  {
    what: "a wrong token",
    env: { SANITY_API_READ_TOKEN: "wrong" },
    missing: "content",
    reason: /content store refused/,
  },
  {
    what: "a private dataset without a token",
    env: { SANITY_API_READ_TOKEN: "", SANITY_API_WRITE_TOKEN: "" },
    missing: "content",
    reason: /content store refused/,
  },
  {
    what: "a dataset that is away",
    env: { SANITY_API_HOST: NOWHERE },
    missing: "content",
    reason: /ECONNREFUSED|did not answer/,
  },
  {
    what: "a Redis that refuses",
    env: { UPSTASH_REDIS_REST_TOKEN: "wrong" },
    missing: "Redis",
    reason: /Unauthorized/,
  },
  {
    what: "a bucket that is not there",
    env: { S3_BUCKET: "another-bucket" },
    missing: "bucket",
    reason: /NoSuchBucket/,
  },
  { what: "a bucket that is away", env: { S3_ENDPOINT: NOWHERE }, missing: "bucket", reason: /ECONNREFUSED/ },
];

test("a site is ready once every service answers, and the log says once which does not, and why", async () => {
  const [lake, redis, s3] = await Promise.all([
    openLake(false, SETTINGS),
    startUpstashStandIn(),
    startS3StandIn(),
  ]);
  closing.push(redis.close, s3.close);
  const well = {
    ...hosted(lake),
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    ...s3.env,
  };
  for (const { what, env, missing, reason } of BROKEN) {
    const site = await open({ ...well, ...env });
    for (const _ of [1, 2, 3])
      expect([what, ...(await ready(site))]).toEqual([what, 503, `not ready: ${missing}`]);
    const lines = () =>
      site
        .output()
        .split("\n")
        .filter((line) => line.includes('"not ready"'));
    // The log of another process arrives after its reply.
    await expect.poll(() => lines().join("\n"), { message: what }).toMatch(reason);
    expect([what, lines().length]).toEqual([what, 1]);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
  }
  const site = await open(well);
  expect(await ready(site)).toEqual([200, "ready"]);
  const repair = lake.fault({ path: "/data/query/", status: 503, times: Infinity });
  await expect.poll(() => ready(site)).toEqual([503, "not ready: content"]);
  await expect.poll(() => site.output()).toContain('"not ready"');
  repair();
  await expect.poll(() => ready(site)).toEqual([200, "ready"]);
  await expect.poll(() => site.output()).toContain("ready again");
});
