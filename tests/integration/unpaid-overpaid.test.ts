import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { addDays } from "../../app/model/contracts/billing-dates.ts";
import { sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { startRenewals } from "../support/renewals.ts";
import { lakeClient, lakeTokens, outboxMails } from "../support/site.ts";

// Clients by invoice who pay more than they owe, and clients who pay nothing: what admins are asked, and what everybody is told.

const site = opened(() => startRenewals("2027-01-31"));
let cookie: string;
/** Placed on the first day. */
const orders = { overpaid: "", unpaid: "", paying: "", ending: "" };
beforeAll(async () => {
  cookie = await sessionCookie(site.dataDir);
  for (const name of Object.keys(orders) as (keyof typeof orders)[]) orders[name] = await order();
});
afterEach(() => expect(site.standIn.state.unknownRequests.splice(0)).toEqual([]));

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
const get = async (path: string) =>
  plain(await (await fetch(site.origin + path, { headers: { cookie } })).text());
const adminPath = (uuid: string) => `/admin/contracts/contract.${uuid}`;
const client = () => ({ "contactInfo.email": `ada-${randomUUID()}@client.example` });
const order = () => site.order("invoice", "monthly", client());

async function post(uuid: string, fields: Record<string, string>) {
  const response = await postForm(`${site.origin}${adminPath(uuid)}/invoices`, fields, { cookie });
  return { status: response.status, text: plain(await response.text()) };
}

/** Posts the form of a payment as a browser without scripts does. */
async function record(uuid: string, fields: Record<string, string>) {
  const { _rev: rev } = await site.stored(uuid);
  return post(uuid, { intent: "receive", receivedOn: site.today(), nonce: randomUUID(), rev, ...fields });
}

async function receive(uuid: string, index: number, amount: string, creditCents?: string) {
  const { invoices = [] } = await site.stored(uuid);
  const number = invoices[index]?.number ?? "";
  return record(uuid, { number, amount, ...(creditCents ? { creditCents } : {}) });
}

const events = async (uuid: string) =>
  ((await site.stored(uuid)).history ?? []).map(({ kind, amountCents = "" }) =>
    `${kind} ${amountCents}`.trim(),
  );
const count = async (uuid: string) => (await site.stored(uuid)).invoices?.length;
/** The rows of an account, as a page has them. */
const ACCOUNT = /Invoiced (\S+) Paid -?(\S+)(?: Credit left (\S+))? Still to pay (\S+)/;
const account = (text: string) => ACCOUNT.exec(text)?.slice(1);
const emailsTo = async (uuid: string) => {
  await site.emails(uuid);
  const { email } = (await site.stored(uuid)).contactInfo;
  return outboxMails(site.dataDir).filter((source) => source.includes(email));
};

test("more than an invoice needs is asked about, kept as a credit, and pays the next invoice", async () => {
  const uuid = orders.overpaid;
  const refused = await receive(uuid, 0, "200.00");
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(
    /\$132\.00 for INV-\S+ \(\s?paid in full\s?\) \$68\.00 for the next invoices This is \$68\.00 more than the invoice needs\s?: keep it as a credit/,
  );
  expect(refused.text).toContain("check the box below to keep the rest as a credit");
  // Another amount is another question.
  expect(await receive(uuid, 0, "210.00", "6800")).toMatchObject({ status: 409 });
  expect(await events(uuid)).toEqual(["placed", "invoiced 13200"]);
  expect(await receive(uuid, 0, "200.00", "6800")).toMatchObject({ status: 303 });
  const left = ["$132.00", "$200.00", "$68.00", "$0.00"];
  for (const page of [
    await site.page(uuid),
    await get(adminPath(uuid)),
    await get(`${adminPath(uuid)}/print`),
  ])
    expect(account(page)).toEqual(left);
  expect(await get(`${adminPath(uuid)}/refund`)).toContain("$68.00 of it credit left");

  await site.goTo("2027-02-28");
  expect((await events(uuid)).slice(2)).toEqual([
    "received 20000",
    "credit-kept 6800",
    "invoiced 12000",
    "credit-used 6800",
  ]);
  const [first = "", second = ""] = ((await site.stored(uuid)).invoices ?? []).map(({ number }) => number);
  const sheet = plain(await (await fetch(`${site.linkOf(uuid)}/invoices/${second}`)).text());
  expect(sheet).toContain("Total $120.00 Paid from credit -$68.00 Still to pay $52.00");
  expect(account(await site.page(uuid))).toEqual(["$252.00", "$200.00", undefined, "$52.00"]);
  expect(await site.page(uuid)).toContain("Make the check payable to");
  const mails = await emailsTo(uuid);
  expect(mails.filter((mail) => mail.includes("Kept as a credit") && mail.includes("$68.00"))).toHaveLength(
    1,
  );
  expect(mails.filter((mail) => mail.includes("Paid from credit") && mail.includes("$52.00"))).toHaveLength(
    1,
  );
  const csv = async (name: string) => (await get(`/admin/export/${name}.csv`)).replaceAll('"', "");
  expect(await csv("payments")).toContain(`Payment,200.00,Check or transfer,`);
  const invoiced = await csv("invoices");
  expect(invoiced).toMatch(new RegExp(`${first},Invoice.*?,132\\.00,132\\.00,0\\.00,0\\.00,Paid`));
  expect(invoiced).toMatch(new RegExp(`${second},Invoice.*?,120\\.00,0\\.00,68\\.00,52\\.00,Open`));

  // A cheque for an invoice that is paid already pays the open one.
  expect(await receive(uuid, 0, "60.00")).toMatchObject({ status: 409 });
  expect(await receive(uuid, 0, "60.00", "6000")).toMatchObject({ status: 303 });
  expect(account(await site.page(uuid))).toEqual(["$252.00", "$260.00", "$8.00", "$0.00"]);
  expect((await site.stored(uuid)).paymentState).toBe("paid");
  await site.press(uuid, "cancel");
  await expect.poll(async () => (await emailsTo(uuid)).join().includes("Credit left: $8.00")).toBe(true);
});

test("a client who paid nothing: no third invoice before an admin answers, once for each invoice", async () => {
  const { unpaid, paying, ending } = orders;
  await site.goTo("2027-03-09");
  expect(await get(adminPath(unpaid))).not.toContain("Invoices of this client are overdue");
  await site.goTo("2027-03-23");
  expect((await events(unpaid)).slice(-2)).toEqual(["invoice-reminded 25200", "unpaid-asked 13200"]);
  expect(await get(adminPath(unpaid))).toContain("Invoices of this client are overdue");
  expect(await site.page(unpaid)).toContain("Next invoice: On hold");
  await site.emails(unpaid);
  const asking = outboxMails(site.dataDir).filter((source) => /^Subject: Unpaid invoices/m.test(source));
  // Three orders, two admins.
  expect(asking).toHaveLength(6);
  expect(asking.every((mail) => mail.includes("Overdue: $132.00") && !mail.includes("go on?."))).toBe(true);
  await receive(paying, 0, "132.00");
  await site.goTo("2027-03-31");
  expect([await count(unpaid), await count(paying), await count(ending)]).toEqual([2, 3, 2]);

  await site.goTo("2027-04-05");
  const writer = lakeClient(site, lakeTokens(site.dataDir).write);
  await writer.patch(`contract.${ending}`).set({ adminStatus: "closed" }).commit();
  await site.press(ending, "cancel");
  // An admin who has closed it looks at it again.
  expect(await site.stored(ending)).toMatchObject({ adminStatus: "reviewed" });
  expect(await post(unpaid, { intent: "continue" })).toMatchObject({ status: 303 });
  expect(await count(unpaid)).toBe(3);
  await post(unpaid, { intent: "continue" });
  await site.goTo("2027-04-06");
  expect((await site.stored(ending)).cancellation).toMatchObject({
    endsOn: "2027-04-05",
    endedAt: expect.stringMatching(/^2027/),
  });
  expect(await count(ending)).toBe(2);
  expect(await site.page(unpaid)).not.toContain("On hold");
  // The second invoice reaches the day of its second reminder.
  await site.goTo("2027-04-20");
  expect(await post(unpaid, { intent: "pause" })).toMatchObject({ status: 303 });
  for (const day of ["2027-04-30", "2027-05-20"]) await site.goTo(day);
  const asked = (await events(unpaid)).filter((event) => /^(?:unpaid|invoices)-/.test(event));
  expect(asked).toEqual([
    "unpaid-asked 13200",
    "invoices-continued",
    // Both invoices by now.
    "unpaid-asked 25200",
    "invoices-paused",
  ]);
  expect(await count(unpaid)).toBe(3);
  const listed = await fetch(`${site.origin}/admin/tables/contracts?contracts-payment=held`, {
    headers: { cookie },
  });
  expect(await listed.json()).toMatchObject({
    total: 2,
    // Who has paid once owes a month by now, too.
    rows: [paying, unpaid].map((uuid) => ({
      _id: `contract.${uuid}`,
      marks: [expect.stringMatching(/^\$\d+\.\d\d since \w{3} \d+, \d{4}$/), "Invoices on hold"],
    })),
  });
  expect(await post(unpaid, { intent: "continue" })).toMatchObject({ status: 303 });
  expect(await count(unpaid)).toBe(4);
});

test("a credit ends the page on which a card would pay the same, and a credit note gives a credit back", async () => {
  const uuid = await order();
  await site.goTo("2027-06-20");
  const press = async (index: number) => {
    const number = (await site.stored(uuid)).invoices?.[index]?.number;
    const pressed = await postForm(`${site.linkOf(uuid)}/invoices/${number}`, {});
    return pressed.headers.get("location") ?? "";
  };
  const checkout = await press(1);
  const pay = async () => (await postForm(checkout, { number: "4242424242424242" })).text();
  // Neither is any amount but the one above what is open, nor one that is none.
  for (const wrong of ["1e308", "-11800", "11800.5", "11801", "x"])
    expect((await receive(uuid, 0, "250.00", wrong)).status).toBeGreaterThanOrEqual(400);
  const { _rev: rev } = await site.stored(uuid);
  const [first, late] = await Promise.all([
    receive(uuid, 0, "250.00", "11800"),
    receive(uuid, 0, "250.00", "11800"),
  ]);
  expect([first.status, late.status].toSorted()).toEqual([303, 409]);
  expect((await site.stored(uuid))._rev).not.toBe(rev);
  expect(await pay()).toContain("no longer available");
  expect(site.charges(uuid)).toEqual([]);
  expect(account(await site.page(uuid))).toEqual(["$252.00", "$250.00", undefined, "$2.00"]);

  const credit = async (index: number, amount: string) => {
    const { _rev, invoices = [] } = await site.stored(uuid);
    const form = { intent: "credit", reason: "Late", amount, nonce: randomUUID(), rev: _rev };
    return post(uuid, { ...form, number: invoices[index]?.number ?? "" });
  };
  expect(await credit(1, "120.00")).toMatchObject({ status: 303 });
  expect((await events(uuid)).slice(-2)).toEqual(["credited 12000", "credit-freed 11800"]);
  for (const page of [await site.page(uuid), await get(adminPath(uuid))]) {
    expect(page).toContain("Credited -$120.00");
    expect(page).toContain("Credit left $118.00");
  }
  expect((await site.stored(uuid)).payment.receivedAmount).toBe(25_000);
  // Nothing is held back: a page that was left open says so, instead of "The invoices are paused."
  expect(await post(uuid, { intent: "pause" })).toMatchObject({ status: 409 });
});

test("a cheque for several invoices pays the oldest first, and what it pays is shown before it is saved", async () => {
  const uuid = await order();
  await site.goTo(addDays(site.today(), 40));
  const [first = "", second = ""] = ((await site.stored(uuid)).invoices ?? []).map(({ number }) => number);
  const page = await get(`${adminPath(uuid)}/invoices`);
  expect(page).toContain(`The oldest open invoices ${first}, $132.00 still to pay ${second}, $120.00`);
  const asked = { number: "oldest", cheque: "1042", amount: "150" };
  const before = await events(uuid);
  const preview = await record(uuid, { ...asked, intent: "preview" });
  expect(preview.status).toBe(200);
  expect(preview.text).toMatch(
    new RegExp(
      `\\$150\\.00 pays: \\$132\\.00 for ${first} \\(\\s?paid in full\\s?\\) ` +
        `\\$18\\.00 for ${second} \\(\\s?\\$102\\.00 still to pay`,
    ),
  );
  // What was shown was about another amount: shown again.
  expect(await record(uuid, { ...asked, amount: "260", shownCents: "15000" })).toMatchObject({ status: 200 });
  const refused = await record(uuid, { ...asked, amount: "260", shownCents: "26000" });
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(/This is \$8\.00 more than is open\s?: keep it as a credit/);
  expect(await events(uuid)).toEqual(before);
  expect(await record(uuid, { ...asked, shownCents: "15000" })).toMatchObject({ status: 303 });
  const last = (await site.stored(uuid)).history?.at(-1);
  expect(last).toMatchObject({
    kind: "received",
    amountCents: 15_000,
    cheque: "1042",
    parts: [
      { invoice: first, amountCents: 13_200 },
      { invoice: second, amountCents: 1_800 },
    ],
  });
  expect(last?.note).toMatch(new RegExp(`^${first}, ${second}, check or transfer 1042, received `));
  expect(account(await site.page(uuid))).toEqual(["$252.00", "$150.00", undefined, "$102.00"]);
  await expect.poll(async () => (await emailsTo(uuid)).join().includes("1042")).toBe(true);
});

test("money that ends a hold has what waited issued and mailed at once, in one email", async () => {
  const uuid = await order();
  const placedOn = site.today();
  // The second invoice, the reminders of the first one, then two more months.
  for (const days of [31, 37, 52, 70, 100]) await site.goTo(addDays(placedOn, days));
  expect(await site.page(uuid)).toContain("Next invoice: On hold");
  const open = ((await site.stored(uuid)).invoices ?? []).length;
  await record(uuid, { number: "oldest", amount: "252.00", shownCents: "25200" });
  const { invoices = [], payment } = await site.stored(uuid);
  expect([open, invoices.length]).toEqual([2, 4]);
  expect(payment.schedule.every(({ nextDate = "" }) => nextDate > site.today())).toBe(true);
  const [third = "", fourth = ""] = invoices.slice(2).map(({ number }) => number);
  const issued = async () =>
    (await emailsTo(uuid)).filter((mail) => /^Subject: Invoice /m.test(mail) && mail.includes(fourth));
  await expect.poll(async () => (await issued()).length).toBe(1);
  const [mail = ""] = await issued();
  for (const said of [`Invoice ${third}: $120.00`, `Invoice ${fourth}: $120.00`, "Still to pay: $240.00"])
    expect(mail).toContain(said);
  await site.press(uuid, "cancel");
});
