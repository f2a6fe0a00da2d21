import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMailServer, type MailServer } from "stand-ins/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";
import { root } from "../../scripts/lib/run.mjs";
import { runScript } from "../support/process.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { answerOf } from "../support/sample-submissions.ts";
import { lakeClient, lakeTokens, startSiteProcess, type SiteProcess } from "../support/site.ts";

// A site as it is delivered, and what whoever runs it does with it: watches, copies, restores and stops it.

const TOKEN = "a token of the tests";
let mails: MailServer;
let site: SiteProcess;
const scratch = mkdtempSync(join(tmpdir(), "operations-"));
const backup = join(scratch, "backup");
beforeAll(async () => {
  mails = await startMailServer();
  site = await startSiteProcess({
    dataDir: join(scratch, "site"),
    env: {
      METRICS_TOKEN: TOKEN,
      TRUST_PROXY: "true",
      SMTP_URL: mails.url,
      MAIL_FROM: "hello@harborlight.example",
      ADMIN_EMAILS: "grace@example.com",
    },
  });
});
afterAll(async () => {
  await site?.stop();
  await mails?.close();
  rmSync(scratch, { recursive: true, force: true });
});

let visitors = 0;
/** Each post comes from a visitor of its own. */
function post(path: string, body: BodyInit): Promise<Response> {
  visitors += 1;
  const headers = { origin: site.origin, "x-forwarded-for": `10.1.${visitors >> 8}.${visitors & 255}` };
  return fetch(site.origin + path, { method: "POST", body, headers });
}
async function sendMessage(text: string): Promise<void> {
  const fields = { name: "Zoe", email: "zoe@example.com", message: text, submissionId: crypto.randomUUID() };
  expect((await post("/contact.data", new URLSearchParams(fields))).status).toBe(200);
}
async function sendQuestionnaire(): Promise<void> {
  const form = new FormData();
  for (const { name, kind, required } of questions)
    if (required) form.set(name, answerOf(kind, `${name}!`, "zoe@example.com"));
  form.append(
    "additionalInfo.attachments",
    new File([sampleFiles.pdf], "plan.pdf", { type: "application/pdf" }),
  );
  expect((await post("/questionnaire.data", form)).ok).toBe(true);
}

const scrape = async () => {
  const response = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
};
/** The value of one series, or NaN. */
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? Number.NaN,
  );

test("metrics tell requests, cache, queue and lake, and nothing of who asked", async () => {
  expect((await fetch(`${site.origin}/metrics`)).status).toBe(401);
  const visitHome = async () => (await fetch(site.origin)).text();
  const hits = async () => {
    await visitHome();
    return valueOf(await scrape(), `page_cache_requests_total{result="hit"}`);
  };
  await expect.poll(hits).toBeGreaterThan(0);
  const before = await scrape();
  for (let index = 0; index < 3; index++) await visitHome();
  await (await fetch(`${site.origin}/blog/no-such-post?email=zoe@example.com`)).text();
  await sendMessage("Counted.");
  const after = await scrape();
  const grown = (series: string) => valueOf(after, series) - (valueOf(before, series) || 0);
  const requests = "http_request_duration_seconds_count";
  expect(grown(`${requests}{method="GET",route="/",status="2xx"}`)).toBe(3);
  expect(grown(`${requests}{method="GET",route="/blog/:slug",status="4xx"}`)).toBe(1);
  expect(grown(`${requests}{method="POST",route="/contact",status="2xx"}`)).toBe(1);
  expect(grown(`page_cache_requests_total{result="hit"}`)).toBe(3);
  expect(valueOf(after, "page_cache_bytes")).toBeGreaterThan(10_000);
  expect(grown("lake_transactions_total")).toBeGreaterThan(0);
  expect(grown("lake_documents")).toBeGreaterThan(0);
  expect(valueOf(after, "lake_query_duration_seconds_count")).toBeGreaterThan(0);
  expect(valueOf(after, `queue_jobs{topic="submission",state="waiting"}`)).toBe(0);
  expect(valueOf(after, `queue_jobs{topic="mail",state="dead"}`)).toBe(0);
  expect(valueOf(after, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  const watched =
    /### What to watch\n([\s\S]+?)\nBeside them/.exec(
      readFileSync(join(root, "docs/operations.md"), "utf8"),
    )?.[1] ?? "";
  const names = [...watched.matchAll(/[a-z0-9_]+(?=\{|\[| >)/g)].map(([name]) => name);
  expect(new Set(names).size).toBe(5);
  for (const name of names) expect(after).toContain(`\n${name}`);
  expect(after).not.toMatch(/zoe|10\.1\.|contact\.[0-9a-f]/i);
});

test("a backup under writes holds all that was acknowledged before it began, and hangs together", async () => {
  await sendQuestionnaire();
  for (let index = 0; index < 10; index++) await sendMessage(`before ${index}`);
  const enough = new AbortController();
  const writes = (async () => {
    for (let index = 0; !enough.signal.aborted; index++) await sendMessage(`during ${index}`);
  })();
  const { code, output } = await runScript("backup", [backup], site.env);
  enough.abort();
  await writes;
  expect(output).toMatch(/^\d+ files, [\d.]+ MB: /);
  // It holds secrets and personal data.
  expect(statSync(backup).mode & 0o077).toBe(0);
  expect(code).toBe(0);
});

const restoreTo = (dataDir: string, ...args: string[]) =>
  runScript("restore", [backup, ...args], { ...site.env, DATA_DIR: dataDir });

test("restore leaves a running site and a directory with something in it alone", async () => {
  expect(await restoreTo(site.dataDir, "--force")).toMatchObject({
    code: 1,
    output: expect.stringContaining("The site is running") as string,
  });
  const taken = join(scratch, "taken");
  rmSync(taken, { recursive: true, force: true });
  expect((await restoreTo(taken)).code).toBe(0);
  expect(await restoreTo(taken)).toMatchObject({
    code: 1,
    output: expect.stringContaining("is not empty") as string,
  });
  const again = await restoreTo(taken, "--force");
  expect([again.code, again.output]).toEqual([0, expect.stringContaining("replaced-")]);
});

test("a restored site serves what was there, pictures and files too", async () => {
  const dataDir = join(scratch, "restored");
  expect((await restoreTo(dataDir)).code).toBe(0);
  const restored = await startSiteProcess({ dataDir, env: { METRICS_TOKEN: TOKEN } });
  try {
    const client = lakeClient(restored, lakeTokens(dataDir).write);
    const messages = await client.fetch<string[]>(`*[_type == "contactSubmission"].message`);
    const expected = ["Counted.", ...Array.from({ length: 10 }, (_, index) => `before ${index}`)];
    expect(messages).toEqual(expect.arrayContaining(expected));
    // The same lake and tokens: sessions, links and integrations go on.
    expect(lakeTokens(dataDir)).toEqual(lakeTokens(site.dataDir));
    const pictures = await client.fetch<string[]>(`*[_type == "sanity.imageAsset"].url`);
    expect(pictures.length).toBeGreaterThan(10);
    for (const url of pictures) expect((await fetch(url)).status).toBe(200);
    const [file] = await client.fetch<string[]>(
      `*[_type == "clientQuestionnaire"].additionalInfo.attachments[].url`,
    );
    const bytes = readFileSync(join(dataDir, "uploads", String(file).replace("/admin/files/", "")));
    expect(bytes.equals(sampleFiles.pdf)).toBe(true);
    expect((await fetch(restored.origin)).status).toBe(200);
  } finally {
    await restored.stop();
  }
});

test("a damaged backup is refused before anything is written", async () => {
  const target = join(scratch, "untouched");
  appendFileSync(join(backup, "data/queue/queue.sqlite"), "x");
  expect(await restoreTo(target)).toMatchObject({
    code: 1,
    output: expect.stringContaining("queue/queue.sqlite has changed") as string,
  });
  expect(existsSync(target)).toBe(false);
});

test("a stop finishes the mail that is being sent, so that the next start does not send it again", async () => {
  const jobs = new DiskJobs(join(site.dataDir, "queue"));
  await expect.poll(() => jobs.figures()).toEqual([]);
  mails.received.length = 0;
  mails.slowness = 1_000;
  await sendMessage("The last one.");
  await expect.poll(() => mails.waiting, { interval: 10 }).toBe(1);
  expect(await site.stop()).toBe(0);
  expect(mails.received).toHaveLength(1);
  expect(await jobs.figures()).toEqual([]);
  jobs.close();
});
