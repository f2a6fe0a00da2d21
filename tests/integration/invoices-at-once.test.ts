import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { addMonths } from "../../app/model/contracts/billing-dates.ts";
import { sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { readCsv } from "../support/read-table.ts";
import { startRenewals } from "../support/renewals.ts";

// All open invoices of an order paid by card at once: over HTTP, without scripts, on Stripe's page.

const site = opened(() => startRenewals("2027-01-31"));
let cookie: string;
beforeAll(async () => {
  cookie = await sessionCookie(site.dataDir);
});
afterEach(() => {
  expect(site.standIn.state.unknownRequests.splice(0)).toEqual([]);
});

const VISA = "4242424242424242";
const enter = (checkout: string, number: string) => postForm(checkout, { number });

/** A page, without the marks that React sets between texts. */
const read = async (url: string) => (await (await fetch(url)).text()).replaceAll("<!-- -->", "");

const paidCharges = (uuid: string) =>
  site
    .charges(uuid)
    .filter(({ status }) => status === "succeeded")
    .map(({ amount }) => amount);

/** An order with two open invoices, of $132.00 and $120.00. */
async function several() {
  const uuid = await site.order("invoice", "monthly");
  await site.goTo(addMonths(site.today(), 1));
  const { invoices = [] } = await site.stored(uuid);
  expect(invoices.map(({ totalCents, status }) => [totalCents, status])).toEqual([
    [13_200, "open"],
    [12_000, "open"],
  ]);
  const numbers = invoices.map(({ number }) => number);
  return { uuid, numbers, page: site.linkOf(uuid) };
}
type Several = Awaited<ReturnType<typeof several>>;
const pressAll = ({ page }: Pick<Several, "page">) => postForm(page, { intent: "pay-all" });
async function allOf(order: Pick<Several, "page">): Promise<string> {
  const opened = await pressAll(order);
  expect(opened.status).toBe(303);
  return opened.headers.get("location") ?? "";
}
const partOf = (invoice: string, amountCents: number) => ({ _key: invoice, invoice, amountCents });
const received = async (uuid: string) =>
  ((await site.stored(uuid)).history ?? []).filter(({ kind }) => kind === "received");
const settled = {
  status: "completed",
  paymentState: "paid",
  payment: { receivedAmount: 25_200 },
  invoices: [13_200, 12_000].map((receivedCents) => ({ status: "paid", receivedCents })),
};

test("the order page leads to one page of Stripe's, and its payment is booked to each invoice once", async () => {
  const order = await several();
  const { uuid, numbers, page } = order;
  expect(await read(page)).toContain("Pay all, $252.00");
  const [checkout = "", again] = await Promise.all([allOf(order), allOf(order)]);
  expect(again).toBe(checkout);
  const back = (await enter(checkout, VISA)).headers.get("location") ?? "";
  // Stripe's event and two tabs that come back, at the same time.
  const [thanks] = await Promise.all([read(back), read(back), site.standIn.settled()]);
  expect(thanks).toContain("Thank you. Your payment was received.");
  expect(thanks).not.toContain("Pay all");
  expect(paidCharges(uuid)).toEqual([25_200]);
  expect(await site.stored(uuid)).toMatchObject(settled);
  const [event, ...others] = await received(uuid);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ amountCents: 25_200, card: { brand: "visa", last4: "4242" } });
  expect(event?.parts).toEqual([partOf(numbers[0] ?? "", 13_200), partOf(numbers[1] ?? "", 12_000)]);
  await expect.poll(() => site.emails(uuid)).toContain(event?._key);
  const nothing = await pressAll(order);
  expect([nothing.status, (await nothing.text()).includes("nothing more to pay")]).toEqual([409, true]);
  const csv = await (await fetch(`${site.origin}/admin/export/payments.csv`, { headers: { cookie } })).text();
  expect(readCsv(csv).filter((row) => row["Invoice"]?.includes(numbers[0] ?? "none"))).toMatchObject([
    { Amount: "252.00", Invoice: numbers.join(", ") },
  ]);
});

test("who does not come back has paid all the same: by Stripe's event, or by the hourly look", async () => {
  const first = await several();
  await enter(await allOf(first), VISA);
  await site.standIn.settled();
  expect(await site.stored(first.uuid)).toMatchObject(settled);
  const second = await several();
  site.standIn.disturb({ drop: /./ });
  await enter(await allOf(second), VISA);
  site.standIn.disturb({});
  expect((await received(second.uuid)).length).toBe(0);
  await site.goTo(site.today());
  expect(await site.stored(second.uuid)).toMatchObject(settled);
  expect(await read(`${second.page}?paid=returned`)).toContain("Thank you. Your payment was received.");
  expect((await received(second.uuid)).length).toBe(1);
});

test("one page can take money at a time, of one invoice or of all, and a cheque ends it", async () => {
  const order = await several();
  const { uuid, numbers, page } = order;
  const [, number = ""] = numbers;
  const single = { page: `${page}/invoices/${number}` };
  const payOne = async () => (await postForm(single.page, {})).headers.get("location") ?? "";
  const one = await payOne();
  const all = await allOf(order);
  expect(await (await enter(one, VISA)).text()).toContain("no longer available");
  await payOne();
  expect(await (await enter(all, VISA)).text()).toContain("no longer available");
  const next = await allOf(order);
  const { _rev: rev } = await site.stored(uuid);
  const cheque = { intent: "receive", amount: "20.00", receivedOn: site.today(), cheque: "1042" };
  const path = `${site.origin}/admin/contracts/contract.${uuid}/invoices`;
  const posted = await postForm(path, { ...cheque, number, rev, nonce: randomUUID() }, { cookie });
  expect(posted.status).toBe(303);
  expect(await (await enter(next, VISA)).text()).toContain("no longer available");
  expect(await read(page)).toContain("Pay all, $232.00");
  expect(await (await enter(await allOf(order), "4000000000000002")).text()).toContain("declined");
  expect(await read(`${page}?paid=returned`)).toContain("has not confirmed a payment");
  await enter(await allOf(order), VISA);
  await site.standIn.settled();
  expect(paidCharges(uuid)).toEqual([23_200]);
  expect(await site.stored(uuid)).toMatchObject(settled);
  expect((await received(uuid)).at(-1)?.parts).toEqual([
    partOf(numbers[0] ?? "", 13_200),
    partOf(number, 10_000),
  ]);
});

test("an order with one open invoice, and a link that is not ours, have nothing to pay at once", async () => {
  const uuid = await site.order("invoice", "monthly");
  expect(await site.page(uuid)).not.toContain("Pay all");
  expect((await pressAll({ page: `${site.origin}/order/forged` })).status).toBe(404);
});
