import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { confirmationToken, offerToken } from "../../app/contracts/store/private-links.server.ts";
import { orderFields } from "../abuse/abuse-harness.ts";
import { copyFilledLake } from "../support/filled-lake.ts";
import { actionResult, pageToken } from "../support/form-posts.ts";
import { lakeClient, lakeTokens, outboxTexts, startSiteProcess, type SiteProcess } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// An order's private link on a running site: today, and on the same site 91 days later.

const SECRET = "a secret of the tests of links";
const EMAIL = "client@example.com";
const root = fileURLToPath(new URL("../..", import.meta.url));

let directory: string;
let dataDir: string;
let site: SiteProcess;
let token: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "links-"));
  dataDir = join(directory, "data");
  await copyFilledLake(join(dataDir, "lake"));
  site = await startSiteProcess({ dataDir, env: { SESSION_SECRET: SECRET, TRUST_PROXY: "true" } });
});
afterAll(async () => {
  await site?.stop();
  rmSync(directory, { recursive: true });
});

const post = (path: string, body = new URLSearchParams(), caller = "192.0.2.1") =>
  fetch(site.origin + path, {
    method: "POST",
    headers: { origin: site.origin, "x-forwarded-for": caller },
    body,
  });
const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
const linkMails = () => outboxTexts(dataDir).filter((mail) => mail.includes("Subject: Your new order link"));

/** The same site with its clock put forward. */
async function restartAfter(days: number): Promise<void> {
  await site.stop();
  const start = join(directory, "start.ts");
  writeFileSync(
    start,
    `const Present = Date;
     const now = () => Present.now() + ${days} * 86_400_000;
     globalThis.Date = class extends Present {
       constructor(...given) { given.length > 0 ? super(...given) : super(now()); }
       static now() { return now(); }
     };
     const { startSite } = await import(${JSON.stringify(join(root, "server/index.ts"))});
     await startSite(process.env);`,
  );
  const env = { SESSION_SECRET: SECRET, TRUST_PROXY: "true" };
  site = await startSiteProcess({ dataDir, entry: relative(root, start), env });
}

test("holds while the order is young", async () => {
  const fields = orderFields("Words", { "contactInfo.email": EMAIL, ...(await pageToken(site.origin)) });
  const placed = await post("/contract.data", new URLSearchParams({ ...fields, intent: "place" }));
  token = (await actionResult<{ confirmation: string }>(placed)).confirmation;
  const page = await get(`/order/${token}`);
  expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
  expect(await page.text()).toContain(EMAIL);
});

test("goes to the form that made the order alone, not to whoever knows its id and all of its content", async () => {
  const email = "browser@example.com";
  const orderSecret = randomUUID();
  const fields = orderFields("Mine", { "contactInfo.email": email, ...(await pageToken(site.origin)) });
  const send = async (intent: string, more: Record<string, string>) => {
    const { "contactInfo.email": _email, submissionId: _id, ...rest } = fields;
    const given = { ...(intent === "place" ? rest : {}), "contactInfo.email": email, intent, ...more };
    const answer = await post("/contract.data", new URLSearchParams(given), "192.0.2.9");
    return actionResult<{ status: string; confirmation?: string; order?: { path: string | null } | null }>(
      answer,
    );
  };
  const submissionId = fields["submissionId"] ?? "";
  const own = { submissionId, orderSecret };
  const { confirmation } = await send("place", own);
  // Its answer was lost, or its page was closed.
  expect(await send("place", own)).toMatchObject({ status: "placed", confirmation });
  expect(await send("draft", own)).toMatchObject({ order: { path: `/order/${confirmation}` } });
  // A bookkeeper sees everything else.
  for (const [guessed, status] of [
    ["", "invalid"],
    [randomUUID(), "failed"],
  ] as const) {
    const other = { submissionId, orderSecret: guessed };
    expect(await send("draft", other)).toEqual({ status: "draft", order: null });
    expect(await send("place", other)).toMatchObject({ status });
  }
  const stored = await lakeClient(site, lakeTokens(dataDir).read).getDocument(`contract.${submissionId}`);
  expect(JSON.stringify(stored)).not.toContain(orderSecret);
});

test("91 days after the last reminder of its invoice is gone, shows nothing of the order, and helps on", async () => {
  await restartAfter(60);
  const client = lakeClient(site, lakeTokens(dataDir).read);
  const reminded = () =>
    client.fetch<boolean>(`count(*[contactInfo.email == $email && paymentState == "overdue"]) == 1`, {
      email: EMAIL,
    });
  await vi.waitUntil(reminded, WAIT);
  expect((await get(`/order/${token}`)).status).toBe(200);
  await restartAfter(60 + 91);
  const page = await get(`/order/${token}`);
  expect(page.status).toBe(410);
  expect(page.headers.get("cache-control")).toContain("no-store");
  const text = await page.text();
  expect(text).toContain("Email me a new link");
  expect(text).toMatch(/<form[^>]*method="post"/);
  expect(text).not.toContain(EMAIL);
});

test("a new one is mailed to the order's own address, once an hour, and holds", async () => {
  for (let round = 0; round < 2; round++) {
    const answer = await post(`/order/${token}`);
    expect(await answer.text()).toContain("If there is such an order, a new link is on its way");
  }
  await vi.waitUntil(() => linkMails().length > 0, WAIT);
  const [mail = "", ...more] = linkMails();
  expect(more).toEqual([]);
  expect(mail).toMatch(new RegExp(`^To: ${EMAIL}`, "m"));
  const renewed = /\/order\/([\w-]+)/.exec(mail.replaceAll("=3D", "="))?.[1] ?? "";
  expect(renewed).not.toBe(token);
  const page = await get(`/order/${renewed}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(EMAIL);
});

test("whoever asks over a link without an order reads the same, and no mail goes out", async () => {
  const nobody = confirmationToken(SECRET, randomUUID());
  expect((await get(`/order/${nobody}`)).status).toBe(410);
  const main = async (path: string) =>
    /<main[\s\S]*<\/main>/
      .exec(await (await post(path, undefined, "192.0.2.2")).text())?.[0]
      .replaceAll(/order\/[\w-]+/g, "");
  expect(await main(`/order/${nobody}`)).toBe(await main(`/order/${token}`));
  expect(linkMails()).toHaveLength(1);
});

test("an order that nobody has paid, which anybody can place for any address, mails nobody", async () => {
  const client = lakeClient(site, lakeTokens(dataDir).write);
  const { _rev: _, ...placed } = await client.fetch<{ _type: string; _rev: string; contactInfo: object }>(
    `*[_type == "contract" && contactInfo.email == $email][0]`,
    { email: EMAIL },
  );
  const id = randomUUID();
  const contactInfo = { ...placed.contactInfo, email: "victim@example.com" };
  await client.create({ ...placed, _id: `contract.${id}`, status: "pending", contactInfo });
  expect((await post(`/order/${confirmationToken(SECRET, id)}`, undefined, "192.0.2.6")).status).toBe(200);
  const email = "paid@example.com";
  await client.patch(`contract.${id}`).set({ status: "completed", "contactInfo.email": email }).commit();
  await post(`/order/${confirmationToken(SECRET, id)}`, undefined, "192.0.2.6");
  // Mails of one hour have one id: the first request has queued none.
  await vi.waitUntil(() => linkMails().length > 1, WAIT);
  expect(linkMails().filter((mail) => !mail.includes(`To: ${EMAIL}`))).toEqual([
    expect.stringContaining(`To: ${email}`),
  ]);
});

test("one that was cut off or mistyped says what to do: an order's address gets a new one, a strange one does not", async () => {
  const cut = `/order/${token.slice(0, -5)}`;
  const page = await get(cut);
  expect([page.status, page.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await page.text()).toContain("Ask for a new link");
  const ask = async (email: string) => {
    const answer = await post(cut, new URLSearchParams({ email }), "192.0.2.4");
    return /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? "";
  };
  const wrong = await ask("nobody at all");
  expect(wrong).toContain("Please enter a valid email address");
  expect(wrong).toContain('value="nobody at all"');
  const [known, strange] = [await ask(` ${EMAIL.toUpperCase()} `), await ask("stranger@example.com")];
  expect(known).toContain("If there is such an order, a new link is on its way");
  expect(strange).toBe(known);
  // The same email as over the link that has ended: once an hour.
  expect(linkMails()).toHaveLength(2);
  const other = "Other.Client@example.com";
  const fields = orderFields("Words", { "contactInfo.email": other, ...(await pageToken(site.origin)) });
  await post("/contract.data", new URLSearchParams({ ...fields, intent: "place" }), "192.0.2.5");
  await ask(other.toLowerCase());
  await vi.waitUntil(() => linkMails().some((mail) => mail.includes(`To: ${other}`)), WAIT);
  const invoice = await get(`${cut}/invoices/INV-2026-0001`);
  expect([invoice.status, invoice.headers.get("location")]).toEqual([302, cut]);
});

test("a caller who asks again and again is told to wait", async () => {
  const nobody = confirmationToken(SECRET, randomUUID());
  for (let round = 0; round < 10; round++) await post(`/order/${nobody}`, undefined, "192.0.2.3");
  const answer = await post(`/order/${nobody}`, undefined, "192.0.2.3");
  expect(await answer.text()).toContain("Too many links were asked for from your connection.");
});

test("an offer's link that a newer one has replaced is gone, and says whom to ask", async () => {
  const uuid = randomUUID();
  const store = lakeClient(site, lakeTokens(dataDir).write);
  await store.create({ _id: `adminContract.${uuid}`, _type: "adminContract", offer: { version: 2 } });
  const page = await get(`/contract/${offerToken(SECRET, { uuid, version: 1 })}`);
  expect(page.status).toBe(410);
  expect(await page.text()).toContain("This link is no longer valid. Please ask us for a new one.");
  expect((await get("/contract/nothing-of-ours")).status).toBe(404);
});
