import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { addMonths } from "../../app/model/contracts/billing-dates.ts";
import { sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { readCsv } from "../support/read-table.ts";
import { kinds, startRenewals } from "../support/renewals.ts";

// An open invoice paid by card: over HTTP, without scripts, on Stripe's page.

const site = opened(() => startRenewals("2027-01-31"));
let cookie: string;
beforeAll(async () => {
  cookie = await sessionCookie(site.dataDir);
});
afterEach(() => {
  expect(site.standIn.state.unknownRequests.splice(0)).toEqual([]);
});

const VISA = "4242424242424242";

/** An order with an invoice of $132.00. */
async function invoiced() {
  const uuid = await site.order("invoice", "monthly");
  const { number = "" } = (await site.stored(uuid)).invoices?.[0] ?? {};
  expect(number).toMatch(/^INV-/);
  return { uuid, number, page: `${site.linkOf(uuid)}/invoices/${number}` };
}
type Invoiced = Awaited<ReturnType<typeof invoiced>>;

/** Presses "Pay by card", as a browser without scripts. */
const press = ({ page }: Pick<Invoiced, "page">) => postForm(page, {});

async function checkoutOf(invoice: Pick<Invoiced, "page">): Promise<string> {
  const opened = await press(invoice);
  expect(opened.status).toBe(303);
  return opened.headers.get("location") ?? "";
}

const enter = (checkout: string, number: string) => postForm(checkout, { number });

/** A page, without the marks that React sets between texts. */
const read = async (url: string) => (await (await fetch(url)).text()).replaceAll("<!-- -->", "");

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

/** Pays on Stripe's page and comes back. Returns the page of the invoice. */
async function pay(invoice: Invoiced): Promise<string> {
  const back = await enter(await checkoutOf(invoice), VISA);
  return read(back.headers.get("location") ?? "");
}

const paidCharges = (uuid: string) =>
  site
    .charges(uuid)
    .filter(({ status }) => status === "succeeded")
    .map(({ amount }) => amount);

/** What an admin does on the page of invoices. */
async function change({ uuid, number }: Invoiced, fields: Record<string, string>): Promise<number> {
  const { _rev: rev } = await site.stored(uuid);
  const page = `${site.origin}/admin/contracts/contract.${uuid}/invoices`;
  return (await postForm(page, { number, rev, nonce: randomUUID(), ...fields }, { cookie })).status;
}
const cheque = (amount: string) => ({ intent: "receive", amount, receivedOn: "2027-01-31" });

/** Stripe knows none of its pages any more, as with the keys of another account. */
function forgetPages(): void {
  for (const { id } of site.standIn.state.all("checkout.session")) site.standIn.state.objects.delete(id);
}

let paid: Invoiced;

test("the order and its invoice lead to Stripe's page, which leads back to a paid invoice", async () => {
  const invoice = await invoiced();
  paid = invoice;
  const { uuid, number, page } = invoice;
  expect(await site.page(uuid)).toContain("Pay $132.00 by card");
  expect(await read(page)).toContain("Pay $132.00 by card");
  const thanks = await pay(invoice);
  expect(thanks).toContain("Thank you. Your payment was received.");
  expect(thanks).not.toContain("Pay $132.00 by card");
  const contract = await site.stored(uuid);
  expect(contract).toMatchObject({
    status: "completed",
    paymentState: "paid",
    payment: { paymentMethod: "invoice", receivedAmount: 13_200 },
    invoices: [{ status: "paid", receivedCents: 13_200 }],
  });
  expect(contract.history?.at(-1)).toMatchObject({
    kind: "received",
    amountCents: 13_200,
    invoice: number,
    card: { brand: "visa", last4: "4242" },
    note: `${number}, Visa ending in 4242`,
  });
  await expect.poll(() => site.emails(uuid)).toContain(contract.history?.at(-1)?._key);
  const csv = await (await fetch(`${site.origin}/admin/export/payments.csv`, { headers: { cookie } })).text();
  expect(readCsv(csv).filter((row) => row["Invoice"] === number)).toMatchObject([
    { Date: "2027-01-31", Kind: "Payment", Amount: "132.00", "Paid by": "Visa ending in 4242" },
  ]);
});

test("a client who does not come back has paid all the same: by Stripe's event, or by the hourly look", async () => {
  const first = await invoiced();
  await enter(await checkoutOf(first), VISA);
  await site.standIn.settled();
  expect(await site.stored(first.uuid)).toMatchObject({ paymentState: "paid" });
  const second = await invoiced();
  site.standIn.disturb({ drop: /./ });
  await enter(await checkoutOf(second), VISA);
  site.standIn.disturb({});
  expect(await site.stored(second.uuid)).toMatchObject({ paymentState: "due" });
  await site.goTo("2027-01-31");
  expect(await site.stored(second.uuid)).toMatchObject({ paymentState: "paid" });
});

describe("once", () => {
  test("two tabs, and two links of two emails, are one page, and it takes one payment", async () => {
    const invoice = await invoiced();
    await site.goTo("2027-02-01");
    const other = { page: `${site.linkOf(invoice.uuid)}/invoices/${invoice.number}` };
    expect(other.page).not.toBe(invoice.page);
    const opened = await Promise.all([invoice, other].map(checkoutOf));
    expect(new Set(opened).size).toBe(1);
    const [checkout = ""] = opened;
    await Promise.all([enter(checkout, VISA), enter(checkout, "5555555555554444")]);
    const back = `${invoice.page}?paid=returned`;
    await Promise.all([fetch(back), fetch(back), site.standIn.settled()]);
    expect(paidCharges(invoice.uuid)).toEqual([13_200]);
    const contract = await site.stored(invoice.uuid);
    expect(contract).toMatchObject({ payment: { receivedAmount: 13_200 } });
    expect(kinds(contract).filter((kind) => kind === "received")).toHaveLength(1);
    const again = await press(invoice);
    expect([again.status, (await again.text()).includes("nothing more to pay")]).toEqual([409, true]);
  });

  test("a lost answer of Stripe's opens no second page, and a declined card may be followed by another", async () => {
    const invoice = await invoiced();
    const fault = { method: "POST", path: /checkout\/sessions$/, kind: "drop-after", times: 4 } as const;
    void site.standIn.fail(fault);
    const failed = await press(invoice);
    expect([failed.status, (await failed.text()).includes("Your card was not charged")]).toEqual([503, true]);
    site.standIn.heal();
    await checkoutOf(invoice);
    const sessions = site.standIn.state.all("checkout.session").filter(({ metadata }) => {
      return (metadata as { invoice: string }).invoice === invoice.number;
    });
    expect(sessions).toHaveLength(1);
    // A declined card pays nothing, and another one may follow.
    const checkout = await checkoutOf(invoice);
    expect(await (await enter(checkout, "4000000000000002")).text()).toContain("Your card was declined.");
    await site.standIn.settled();
    expect(await site.stored(invoice.uuid)).toMatchObject({ paymentState: "due", status: "invoice" });
    expect(await (await fetch(`${invoice.page}?paid=returned`)).text()).toContain(
      "has not confirmed a payment",
    );
    await enter(checkout, VISA);
    expect(paidCharges(invoice.uuid)).toEqual([13_200]);
  });
});

describe("beside what an admin records", () => {
  test("a cheque ends the page that was open, and the rest is what a card pays", async () => {
    const invoice = await invoiced();
    const checkout = await checkoutOf(invoice);
    expect(await change(invoice, cheque("100.00"))).toBe(303);
    expect(await (await enter(checkout, VISA)).text()).toContain("no longer available");
    expect(await change(invoice, { intent: "credit", amount: "2.00", reason: "Late" })).toBe(303);
    expect(await site.page(invoice.uuid)).toContain("Pay $30.00 by card");
    expect(await pay(invoice)).toContain("Thank you. Your payment was received.");
    expect(paidCharges(invoice.uuid)).toEqual([3_000]);
    expect(await site.stored(invoice.uuid)).toMatchObject({
      status: "completed",
      payment: { receivedAmount: 13_000 },
      invoices: [{ status: "paid", receivedCents: 13_000 }, { kind: "credit-note" }],
    });
  });

  test("what the card has paid is seen before a cheque for it is recorded", async () => {
    const invoice = await invoiced();
    site.standIn.disturb({ drop: /./ });
    await enter(await checkoutOf(invoice), VISA);
    site.standIn.disturb({});
    expect(await change(invoice, cheque("132.00"))).toBe(409);
    expect(await site.stored(invoice.uuid)).toMatchObject({
      paymentState: "paid",
      payment: { receivedAmount: 13_200 },
    });
  });

  test("nothing is recorded while Stripe does not say whether the card was charged", async () => {
    const invoice = await invoiced();
    await checkoutOf(invoice);
    void site.standIn.fail({ method: "POST", path: /expire$/, kind: "status", status: 500, times: 4 });
    expect(await change(invoice, cheque("132.00"))).toBe(503);
    site.standIn.heal();
    expect(await site.stored(invoice.uuid)).toMatchObject({ paymentState: "due" });
    // Nor do pages take anything that Stripe does not know any more.
    forgetPages();
    expect(await change(invoice, cheque("100.00"))).toBe(303);
    await checkoutOf(invoice);
    forgetPages();
    expect(await pay(invoice)).toContain("Thank you. Your payment was received.");
    expect(paidCharges(invoice.uuid)).toEqual([3_200]);
  });

  test("a refund goes back to the card, by hand only what came by cheque", async () => {
    const invoice = await invoiced();
    expect(await change(invoice, cheque("100.00"))).toBe(303);
    await pay(invoice);
    const path = `${site.origin}/admin/contracts/contract.${invoice.uuid}/refund`;
    const page = await (await fetch(path, { headers: { cookie } })).text();
    const charge = /value="(ch_[^"]+)"/.exec(page)?.[1] ?? "";
    const post = async (source: string, amount: string) => {
      const { _rev: rev } = await site.stored(invoice.uuid);
      const body = { source, amount, confirmation: amount, reason: "Kindness", rev, nonce: randomUUID() };
      return (await postForm(path, body, { cookie })).status;
    };
    expect(await post("by-hand", "100.01")).toBe(409);
    expect(await post(charge, "32.00")).toBe(303);
    const contract = await site.stored(invoice.uuid);
    expect(contract).toMatchObject({ payment: { receivedAmount: 13_200, refundedAmount: 3_200 } });
    expect(kinds(contract).at(-1)).toBe("refunded");
    expect(contract.history?.at(-1)?.card).toEqual({ brand: "visa", last4: "4242" });
    const [, number = ""] = /Refund receipt ([\w-]+-R1)/.exec(await read(site.linkOf(invoice.uuid))) ?? [];
    const paper = plain(await read(`${site.linkOf(invoice.uuid)}/invoices/${number}`));
    expect(paper).toContain(`Refund receipt ${number}`);
    expect(paper).toContain("Paid back to Visa ending in 4242");
    expect(paper).toContain("Total refunded $32.00");
    const pdf = await fetch(`${site.linkOf(invoice.uuid)}/files/${number}.pdf`);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });
});

test("another order's invoice, a credit note and a forged link open no page", async () => {
  const one = await invoiced();
  for (const page of [
    `${site.linkOf(one.uuid)}/invoices/${paid.number}`,
    `${site.linkOf(one.uuid)}/invoices/INV-2027-9999`,
    `${site.origin}/order/forged/invoices/${one.number}`,
  ])
    expect((await press({ page })).status).toBe(404);
});

test("a declined card for the next invoice pays nothing, and leaves the one that a card has paid", async () => {
  const { uuid } = paid;
  await site.goTo("2027-03-01");
  const before = await site.stored(uuid);
  const { number = "" } = before.invoices?.[1] ?? {};
  const checkout = await checkoutOf({ page: `${site.linkOf(uuid)}/invoices/${number}` });
  await enter(checkout, "4000000000000002");
  await site.standIn.settled();
  await site.goTo("2027-03-02");
  expect(site.charges(uuid).map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  const { invoices, payment, history } = await site.stored(uuid);
  expect(invoices).toMatchObject([
    { status: "paid", receivedCents: 13_200 },
    { number, status: "open", receivedCents: 0 },
  ]);
  expect([payment, history]).toEqual([before.payment, before.history]);
});

// One page of all ends a page of one: app/contracts/payment/checkout.test.ts.
test("an order with several open invoices leads to one page of Stripe's, whose payment is booked to each once", async () => {
  const { uuid } = paid;
  expect(await site.page(uuid)).not.toContain("Pay all");
  await site.goTo(addMonths(site.today(), 1));
  expect(await site.page(uuid)).toContain("Pay all, $240.00");
  const all = async () => (await site.press(uuid, "pay-all")).headers.get("location") ?? "";
  const ended = await all();
  const { number: newest = "" } = (await site.stored(uuid)).invoices?.at(-1) ?? {};
  expect(await change({ ...paid, number: newest }, cheque("20.00"))).toBe(303);
  expect(await (await enter(ended, VISA)).text()).toContain("no longer available");
  const checkout = await all();
  const back = (await enter(checkout, VISA)).headers.get("location") ?? "";
  // Stripe's event and two tabs that come back, at the same time.
  const [thanks] = await Promise.all([read(back), read(back), site.standIn.settled()]);
  expect(thanks).toContain("Thank you. Your payment was received.");
  expect(paidCharges(uuid)).toEqual([13_200, 22_000]);
  const { invoices = [], history } = await site.stored(uuid);
  expect(invoices.map(({ receivedCents }) => receivedCents)).toEqual([13_200, 12_000, 12_000]);
  const [, , event, ...others] = history?.filter(({ kind }) => kind === "received") ?? [];
  expect([event?.parts?.length, others]).toEqual([2, []]);
  await expect.poll(() => site.emails(uuid)).toContain(event?._key);
});
