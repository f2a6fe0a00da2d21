import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { addMonths } from "../../app/model/contracts/billing-dates.ts";
import { sessionCookie } from "../support/admins.ts";
import { mixedServices, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { readCsv } from "../support/read-table.ts";
import { startRenewals } from "../support/renewals.ts";
import { lakeClient, lakeTokens, outboxTexts } from "../support/site.ts";

// An owner who adds a tax: what is shown, charged, invoiced, credited and exported of it.

const NEW_YORK = { name: "Sales tax", percent: 8.875 };
const harness = contractHooks();
const site = opened(() => startRenewals("2027-01-31"));
const lake = () => lakeClient(site, lakeTokens(site.dataDir).write);
let cookie: string;
beforeAll(async () => {
  cookie = await sessionCookie(site.dataDir);
  await lake().patch("paymentSettings").set({ tax: NEW_YORK }).commit();
});
afterEach(() => expect(site.standIn.state.unknownRequests.splice(0)).toEqual([]));

const read = async (url: string) =>
  (await (await fetch(url, { headers: { cookie } })).text())
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
const rowsOf = async (name: string, cell: string, value: string) =>
  readCsv(
    await (await fetch(`${site.origin}/admin/export/${name}.csv`, { headers: { cookie } })).text(),
  ).filter((row) => row[cell] === value);

/** Domain setup, 12.00 with 1.07 of tax, and a month of maintenance, 120.00 with 10.65. */
const SUMS = "Services $132.00 Sales tax 8.875% $11.72 Total $143.72";

test("by invoice: the order, its invoices, emails, credit note and the file for the accountant", async () => {
  const uuid = await site.order("invoice", "monthly", { "contactInfo.email": "tax@client.example" });
  expect(await site.page(uuid)).toContain(SUMS);
  for (const path of ["/services", "/contract"])
    expect(await read(site.origin + path)).toContain("Prices are before Sales tax 8.875%");
  const [first] = (await site.stored(uuid)).invoices ?? [];
  const number = first?.number ?? "";
  expect(await read(`${site.linkOf(uuid)}/invoices/${number}`)).toContain(SUMS);
  await expect.poll(() => site.emails(uuid)).toContain("confirmation");
  const mails = outboxTexts(site.dataDir).filter((text) => text.includes("tax@client.example"));
  expect(mails.some((text) => /Sales tax 8\.875%: \$11\.72/.test(text))).toBe(true);
  await site.goTo(addMonths(site.today(), 1));
  const [, second] = (await site.stored(uuid)).invoices ?? [];
  expect(second).toMatchObject({ totalCents: 13_065 });
  const { _rev: rev } = await site.stored(uuid);
  const posted = { intent: "credit", number, amount: "143.72", reason: "Given", nonce: randomUUID(), rev };
  const path = `${site.origin}/admin/contracts/contract.${uuid}/invoices`;
  expect((await postForm(path, posted, { cookie })).status).toBe(303);
  const credit = (await site.stored(uuid)).invoices?.find(({ kind }) => kind === "credit-note");
  expect(await read(`${site.linkOf(uuid)}/invoices/${credit?.number}`)).toContain(
    "Services $132.00 Sales tax 8.875% $11.72 Total credited $143.72",
  );
  const order = (await rowsOf("invoices", "Number", number))[0]?.["Order"] ?? "";
  expect(
    (await rowsOf("invoices", "Order", order)).map((row) => [row["Subtotal"], row["Tax"], row["Total"]]),
  ).toEqual(
    expect.arrayContaining([
      ["132.00", "11.72", "143.72"],
      ["120.00", "10.65", "130.65"],
      ["-132.00", "-11.72", "-143.72"],
    ]),
  );
});

test("by card: the form's sum, the charge, its renewal, the receipt and the file of payments", async () => {
  const uuid = await site.order("stripe", "monthly");
  await site.goTo(addMonths(site.today(), 1));
  expect(site.charges(uuid).map(({ amount }) => amount)).toEqual([14_372, 13_065]);
  const page = await site.page(uuid);
  expect(page).toContain(SUMS);
  const [reference = ""] = /\w{4}-\w{4}(?=-1)/.exec(page) ?? [];
  expect(await read(`${site.linkOf(uuid)}/invoices/${reference}-1`)).toContain(SUMS);
  expect((await rowsOf("payments", "Order", reference)).map((row) => row["Tax on the receipt"])).toEqual([
    "11.72",
    "10.65",
  ]);
});

test("what is stored keeps its tax when the owner changes the rate", async () => {
  const uuid = await site.order("invoice", "monthly", { "contactInfo.email": "kept@client.example" });
  await lake().patch("paymentSettings").set({ "tax.percent": 20 }).commit();
  await site.goTo(addMonths(site.today(), 1));
  const { invoices = [], tax } = await site.stored(uuid);
  expect(invoices.map(({ totalCents }) => totalCents)).toEqual([14_372, 13_065]);
  expect(tax).toEqual(NEW_YORK);
  await lake().patch("paymentSettings").unset(["tax"]).commit();
  const other = await site.order("invoice", "monthly", { "contactInfo.email": "none@client.example" });
  expect((await site.stored(other)).total).toBe(13_200);
});

test.each([
  { code: "TEN", percentOff: 10, centsOff: null },
  { code: "ALL", percentOff: null, centsOff: 35_000 },
])(
  "Stripe asks for what the site has computed: with services that renew and the coupon $code",
  async (coupon) => {
    const submissionId = randomUUID();
    const more = { coupons: true, tax: NEW_YORK, findCoupon: async () => coupon };
    const form = orderForm({ submissionId, ...mixedServices, couponCode: coupon.code });
    expect(await harness.submit(form, more)).toMatchObject({ status: 200 });
    const { amountDueToday } = (await harness.stored(submissionId)).payment;
    expect(await harness.pay(submissionId, amountDueToday, more)).toMatchObject({
      result: { clientSecret: expect.any(String) },
    });
    expect(harness.errors).toEqual([]);
  },
);
