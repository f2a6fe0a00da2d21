import { startMailServer, type MailServer } from "stand-ins/mail";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sessionCookie } from "../support/admins.ts";
import { orderForm } from "../support/contract-harness.ts";
import { pageToken, postForm } from "../support/form-posts.ts";
import { adminForm } from "../support/offer-harness.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// A site as it is delivered, with a mail server.

let server: MailServer;
let site: RunningSite;
beforeAll(async () => {
  server = await startMailServer();
  site = await startSite({
    env: {
      SMTP_URL: server.url,
      MAIL_FROM: "Harborlight Technology Consulting <hello@harborlight.example>",
      ADMIN_EMAILS: "grace@example.com",
    },
  });
});
afterAll(async () => {
  await site?.stop();
  await server?.close();
});

const post = async (path: string, fields: Record<string, string> = {}) =>
  postForm(site.origin + path, { ...fields, ...(await pageToken(site.origin)) });
const mailTo = async (address: string) => {
  const find = () => server.received.find(({ recipients }) => recipients.includes(address));
  await vi.waitUntil(find, WAIT);
  return find();
};

test("a message is confirmed to its sender and told to the admin, by mail", async () => {
  const message = { name: "Zoe", email: "zoe@example.com", message: "Hello" };
  expect((await post("/contact", message)).status).toBe(303);
  expect((await mailTo("zoe@example.com"))?.from).toBe("hello@harborlight.example");
  expect((await mailTo("grace@example.com"))?.raw).toContain(`${site.origin}/admin/messages/`);
});

test("who subscribes can leave with the one click that the welcome offers", async () => {
  await post("/newsletter.data", { email: "ada@example.com" });
  const welcome = Object.fromEntries((await mailTo("ada@example.com"))?.headers ?? []);
  const store = lakeClient(site, lakeTokens(site.dataDir).write);
  const subscribers = () => store.fetch<number>(`count(*[_type == "newsletterSubscriber"])`);
  expect(await subscribers()).toBe(1);
  const link = (welcome["List-Unsubscribe"] ?? "").slice(1, -1);
  // A mail program posts from nowhere: no Origin, no cookie.
  const [name = "", value = ""] = (welcome["List-Unsubscribe-Post"] ?? "").split("=");
  const left = await fetch(link, { method: "POST", body: new URLSearchParams({ [name]: value }) });
  expect(left.status).toBe(200);
  expect(await subscribers()).toBe(0);
  // Who comes back is welcomed again.
  server.received.length = 0;
  await post("/newsletter.data", { email: "ada@example.com" });
  expect(await mailTo("ada@example.com")).toBeDefined();
});

test("an admin has the private link of a contract mailed to its client, once a press", async () => {
  const cookie = await sessionCookie(site.dataDir, "grace@example.com");
  const ask = (path: string, body?: URLSearchParams) =>
    fetch(new URL(path, site.origin), {
      headers: { cookie, origin: site.origin },
      redirect: "manual",
      ...(body ? { method: "POST", body } : {}),
    });
  const form = new URLSearchParams(
    [...adminForm({ "contactInfo.email": "client@example.com", couponCode: "-" })].map(([name, value]) => [
      name,
      String(value),
    ]),
  );
  const path = (await ask("/admin/contracts/new", form)).headers.get("location") ?? "";
  const page = await (await ask(path)).text();
  const link = /value="([^"]+\/contract\/[\w-]+)"/.exec(page)?.[1] ?? "";
  const nonce = /name="nonce" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const press = () => ask(path, new URLSearchParams({ intent: "mail", nonce }));
  const [first, second] = [await press(), await press()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await first.text()).toContain("The link is on its way to the client.");
  const mail = await mailTo("client@example.com");
  expect(mail?.raw.replaceAll("=\r\n", "")).toContain(link);
  expect(mail?.headers).toContainEqual(["Reply-To", "grace@example.com"]);
  await ask(path, new URLSearchParams({ intent: "revoke" }));
  expect((await press()).status).toBe(409);
  expect((await ask(path, new URLSearchParams({ intent: "mail" }))).status).toBe(400);
  const mails = server.received.filter(({ recipients }) => recipients.includes("client@example.com"));
  expect(mails).toHaveLength(1);
});

test("an order by invoice is confirmed in the company's name, and an admin sends its emails again", async () => {
  const form = orderForm({
    ...(await pageToken(site.origin)),
    paymentMethod: "invoice",
    "contactInfo.email": "buyer@example.com",
  });
  form.set("intent", "place");
  await fetch(`${site.origin}/contract.data`, { method: "POST", body: form });
  const mailsTo = (subject: RegExp) =>
    server.received.filter(
      ({ recipients, headers }) =>
        recipients.includes("buyer@example.com") &&
        subject.test(Object.fromEntries(headers)["Subject"] ?? ""),
    );
  // The two are sent at the same time.
  await vi.waitUntil(() => mailsTo(/Invoice INV-|We received your order/).length === 2, WAIT);
  const [receipt] = mailsTo(/We received your order/);
  expect(Object.fromEntries(receipt?.headers ?? [])).toMatchObject({
    From: "Harborlight Technology Consulting <hello@harborlight.example>",
    "Reply-To": "Harborlight Technology Consulting <hello@harborlight.example>",
  });
  const text = receipt?.raw.replaceAll("=\r\n", "") ?? "";
  expect(text).toContain("Harborlight Technology Consulting LLC");
  expect(text).toContain("48 Front Street, Floor 6, New York, NY 10004");
  const link = /\/order\/[\w.-]+/.exec(text)?.[0] ?? "/nowhere";
  expect((await fetch(site.origin + link)).status).toBe(200);
  expect(text).toMatch(/Still to pay: \$[\d,.]+ by .+ \(invoice INV-/);

  const path = `/admin/contracts/contract.${form.get("submissionId")}/emails`;
  const cookie = await sessionCookie(site.dataDir, "grace@example.com");
  const ask = (body?: Record<string, string>) =>
    fetch(new URL(path, site.origin), {
      headers: { cookie, origin: site.origin },
      ...(body ? { method: "POST", body: new URLSearchParams(body) } : {}),
    });
  const page = await (await ask()).text();
  expect(page).toContain("We received your order");
  const nonce = /name="nonce" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const press = { kind: "confirmation", nonce };
  expect(await (await ask(press)).text()).toContain("The email is on its way to the client.");
  expect((await ask(press)).status).toBe(200);
  await vi.waitUntil(() => mailsTo(/We received your order/).length === 2, WAIT);
  expect((await ask({ kind: "placed", nonce })).status).toBe(404);
  expect((await ask({ kind: "confirmation" })).status).toBe(400);
  expect(mailsTo(/We received your order/)).toHaveLength(2);
});
