import { expect, test, vi } from "vitest";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { opened } from "../support/opened.ts";
import { outboxMails } from "../support/site.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));

const writer = () => lakeClient(site, lakeTokens(site.dataDir).write);

/** Returns the texts of the mails to an address that mention all of the words, without the folding of lines. */
const mailsTo = (address: string, ...words: string[]) =>
  outboxMails(site.dataDir)
    .map((mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=E2=86=92", "→"))
    .filter((mail) => mail.includes(`To: ${address}`) && words.every((word) => mail.includes(word)));

const expectNotice = (...words: string[]) =>
  vi.waitFor(() => {
    for (const admin of ADMIN_EMAILS.split(",")) expect(mailsTo(admin, ...words)).toHaveLength(1);
  }, WAIT);

async function mutate(cookie: string, mutations: readonly object[]): Promise<number> {
  const headers = { cookie, origin: site.origin, "content-type": "application/json" };
  const url = `${site.origin}/lake/v2025-02-19/data/mutate/production`;
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify({ mutations }) })).status;
}

test("every admin is told what a price, a coupon and the payee were and are", async () => {
  // What the site began with has been noted by now, so that there is a difference to tell.
  await vi.waitFor(async () => expect(await writer().getDocument("moneyWatch.mailed")).toBeDefined(), WAIT);
  const service = await writer().fetch<{ _id: string; title: string }>(`*[_type == "orderService"][0]`);
  const editor = await sessionCookie(site.dataDir, "edith@example.com", "editor");
  expect(await mutate(editor, [{ patch: { id: service._id, set: { priceCents: 12_345_00 } } }])).toBe(200);
  await expectNotice(`${service.title}: price`, "→ $12,345.00");

  await writer().create({
    _id: "coupon.a",
    _type: "coupon",
    code: "SUMMER-30",
    percentOff: 30,
    active: true,
  });
  await expectNotice("SUMMER-30: percent off", "nothing → 30");
  await writer().patch("paymentSettings").set({ payee: "Somebody Else Inc." }).commit();
  await expectNotice("Payment settings: payee", "→ Somebody Else Inc.");
});

test("every admin is told what else of invoices and emails an editor changes, and not of other settings", async () => {
  const editor = await sessionCookie(site.dataDir, "edith@example.com", "editor");
  const set = (id: string, fields: object) => mutate(editor, [{ patch: { id, set: fields } }]);
  const pay = "Please wire to IBAN XX00";
  for (const _type of ["emailTexts", "orderTexts"])
    await mutate(editor, [{ createIfNotExists: { _id: _type, _type } }]);
  expect(await set("emailTexts", { invoice_reminder_closing: pay })).toBe(200);
  await expectNotice("Emails: Reminder of an invoice, closing", `nothing → ${pay}`);
  expect(await set("orderTexts", { invoiceNote: `${pay}, now` })).toBe(200);
  await expectNotice(
    "Order form: Payment, by invoice: note",
    `We send an invoice; you pay by {means}. → ${pay}, now`,
  );
  const settings = { "address.street": "1 Evil Street", invoicePrefix: "EVL", invoiceTermDays: 1 };
  expect(await set("siteSettings", settings)).toBe(200);
  await expectNotice("Site settings: address", "1 Evil Street", "INV → EVL", "30 → 1");
  expect(await set("siteSettings", { "features.coupons": true })).toBe(200);
  await expectNotice("Site settings: features, coupons: off → on");
  const before = mailsTo("ada@example.com", "Changed on our website").length;
  expect(await set("siteSettings", { tagline: "Another one" })).toBe(200);
  expect(await set("siteSettings", { legalName: "Edith LLC" })).toBe(200);
  await expectNotice("Site settings: legal name", "→ Edith LLC");
  expect(mailsTo("ada@example.com", "Changed on our website")).toHaveLength(before + 1);
});

test("what a newer version watches besides is not told as if it had changed", async () => {
  const state = await writer().getDocument<{ mailed: string }>("moneyWatch.mailed");
  const older = (
    JSON.parse(state?.mailed ?? "[]") as { _id: string; _type?: string; payee?: string }[]
  ).filter(({ _type }) => ["paymentSettings", "orderService", "coupon"].includes(_type ?? ""));
  const mailed = JSON.stringify(older);
  await writer()
    .patch("moneyWatch.mailed")
    .set({ mailed, watched: ["paymentSettings", "orderService", "coupon"] })
    .commit();
  const before = mailsTo("ada@example.com", "Changed on our website").length;
  await writer().patch("paymentSettings").set({ payee: "Upgraded Inc." }).commit();
  await expectNotice("Payment settings: payee", "→ Upgraded Inc.");
  expect(mailsTo("ada@example.com", "Changed on our website")).toHaveLength(before + 1);
  expect(mailsTo("ada@example.com", "→ Upgraded Inc.", "Site settings")).toHaveLength(0);
  await vi.waitFor(
    async () =>
      expect((await writer().getDocument("moneyWatch.mailed"))?.["watched"]).toContain("siteSettings"),
    WAIT,
  );
});

test("an editor can read the payment settings and not write them, in no version", async () => {
  const editor = await sessionCookie(site.dataDir, "edith@example.com", "editor");
  const document = { _type: "paymentSettings", payee: "Edith", replyTo: "edith@example.com" };
  expect(await mutate(editor, [{ patch: { id: "paymentSettings", set: { payee: "Edith" } } }])).toBe(403);
  expect(await mutate(editor, [{ delete: { id: "paymentSettings" } }])).toBe(403);
  for (const _id of ["paymentSettings", "drafts.paymentSettings", "versions.spring.paymentSettings"]) {
    expect(await mutate(editor, [{ createOrReplace: { ...document, _id } }])).toBe(403);
  }
  const admin = await sessionCookie(site.dataDir);
  expect(await mutate(admin, [{ patch: { id: "paymentSettings", set: { payee: "Ada Inc." } } }])).toBe(200);
});
