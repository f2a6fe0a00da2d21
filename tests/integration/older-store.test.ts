import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SanityClient } from "@sanity/client";
import { startMailServer, type MailServer } from "stand-ins/mail";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runScript } from "../support/process.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// A site on the data of an older version (tests/fixtures/older-store/README.md), as after an upgrade.

const FIXTURE = fileURLToPath(new URL("../fixtures/older-store/data.tar.gz", import.meta.url));
/** The session of ada@example.com in it. */
const COOKIE =
  "session=IlM4Q01qYUVVWS1ud09jeEdKNGxUUDAya0VVMXBnWGhReUpxLWFZSUVVMEEi.cOt1gVfZxBEAxerWHRtv86JtgyYnSo2ensAqpAKpXrc";

let dataDir: string;
let mail: MailServer;
let site: RunningSite;
let client: SanityClient;

/** Lets sessions and emails of the fixture be as old as if the older version had ended just now. */
function endedJustNow(): void {
  const now = Date.now();
  const change = (file: string, statement: string, ...values: number[]) => {
    const database = new DatabaseSync(join(dataDir, file));
    database.prepare(statement).run(...values);
    database.close();
  };
  change(
    "sessions.sqlite",
    "UPDATE sessions SET endsAt = ?, expiresAt = ?",
    now + 3_600_000,
    now + 3_600_000,
  );
  change("queue/queue.sqlite", "UPDATE queued SET receivedAt = ?, nextAt = ?", now, now);
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "older-store-"));
  execFileSync("tar", ["-xzf", FIXTURE, "-C", dataDir]);
  endedJustNow();
  mail = await startMailServer();
  site = await startSite({
    dataDir,
    env: { SMTP_URL: mail.url, MAIL_FROM: "site@harborlight.example", ADMIN_EMAILS: "ada@example.com" },
  });
  client = lakeClient(site, lakeTokens(dataDir).write);
});
afterAll(async () => {
  await site?.stop();
  await mail?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (path: string) => fetch(site.origin + path, { headers: { cookie: COOKIE }, redirect: "manual" });
const contracts = () =>
  client.fetch<{ _id: string; status: string; history: { _key: string; kind: string }[] | null }[]>(
    `*[_type == "contract"] | order(contactInfo.email asc){ _id, status, history }`,
  );

/** Returns what the dashboard answers for everything that was sent. */
async function dashboardAnswers(): Promise<number[]> {
  const ids = await client.fetch<{ contracts: string[]; messages: string[]; questionnaires: string[] }>(`{
    "contracts": *[_type == "contract"]._id,
    "messages": *[_type == "contactSubmission"]._id,
    "questionnaires": *[_type == "clientQuestionnaire"]._id
  }`);
  const paths = [
    "/admin",
    ...ids.contracts.map((id) => `/admin/contracts/${id}`),
    ...ids.contracts.map((id) => `/admin/contracts/${id}/print`),
    ...ids.questionnaires.map((id) => `/admin/questionnaires/${id}`),
  ];
  return Promise.all(paths.map(async (path) => (await get(path)).status));
}

test("its session still counts, and the dashboard shows its contracts and submissions", async () => {
  const dashboard = await get("/admin");
  const page = await dashboard.text();
  expect(dashboard.status).toBe(200);
  for (const email of [
    "paid@example.com",
    "invoice@example.com",
    "contact@example.com",
    "questions@example.com",
  ])
    expect(page).toContain(email);
  expect(new Set(await dashboardAnswers())).toEqual(new Set([200]));
});

test("what was published is shown, and its draft waits for the editor", async () => {
  expect(await (await fetch(`${site.origin}/about`)).text()).toContain("About, as it was edited");
  expect(await (await fetch(site.origin)).text()).not.toContain("A headline that nobody published");
  expect(await client.getDocument("drafts.homePage")).toMatchObject({
    headline: "A headline that nobody published",
  });
});

test("the file of its questionnaire is there, for admins alone", async () => {
  const url = await client.fetch<string>(
    `*[_type == "clientQuestionnaire"][0].additionalInfo.attachments[0].url`,
  );
  const { pathname } = new URL(url, site.origin);
  const file = await get(pathname);
  expect(file.status).toBe(200);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 6)
      .toString(),
  ).toBe("GIF89a");
  expect((await fetch(site.origin + pathname, { redirect: "manual" })).status).not.toBe(200);
});

test("the emails of its queue are sent", async () => {
  const recipients = () => new Set(mail.received.flatMap((one) => one.recipients));
  await vi.waitFor(() => {
    for (const name of ["paid", "invoice", "contact", "questions", "reader", "ada", "grace"])
      expect(recipients()).toContain(`${name}@example.com`);
  }, WAIT);
  const order = mail.received.find(({ recipients: [to] }) => to === "paid@example.com");
  expect(order?.raw).toContain("Contract submitted successfully! We will contact you shortly.");
  expect(order?.raw).toContain("/order/");
});

test("npm run upgrade takes its contracts, and a second time finds nothing to do", async () => {
  const before = await contracts();
  expect(before.map(({ status }) => status)).toEqual(["invoice", "completed", "pending"]);
  const upgrade = () => runScript("upgrade", [], { DATA_DIR: dataDir, PORT: new URL(site.origin).port });
  expect(await upgrade()).toMatchObject({ code: 0 });
  const after = await contracts();
  expect(after.map(({ history }) => history?.length)).toEqual(before.map(({ history }) => history?.length));
  expect(await upgrade()).toMatchObject({ code: 0 });
  expect(await contracts()).toEqual(after);
  expect(new Set(await dashboardAnswers())).toEqual(new Set([200]));
});
