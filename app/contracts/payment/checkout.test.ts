import { afterAll, beforeAll, expect, test } from "vitest";
import { mixedServices, orderForm } from "../../../tests/support/contract-harness.ts";
import { postForm } from "../../../tests/support/form-posts.ts";
import { openInvoiceHarness, type InvoiceHarness } from "../../../tests/support/invoice-harness.ts";
import { contractId } from "../store/contract-store.server.ts";

// Several open invoices paid by card at once, at Stripe's stand-in.

let harness: InvoiceHarness["harness"];
let clock: InvoiceHarness["clock"];
let invoices: InvoiceHarness["invoices"];
beforeAll(async () => {
  ({ harness, clock, invoices } = await openInvoiceHarness());
});
afterAll(() => harness.close());

const PAGE = "https://site.example/order";
const pay = (page: string) => postForm(page, { number: "4242424242424242" });

/** An order with two open invoices, of $374.00 and $20.00. */
async function several() {
  clock.now = new Date();
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const id = String(form.get("submissionId"));
  await harness.submit(form, { issueInvoice: invoices.issueMissing });
  const { payment } = await harness.stored(id);
  clock.now = new Date(`${payment.schedule[0]?.nextDate}T15:00:00.000Z`);
  await invoices.issueMissing(contractId(id));
  const contract = await harness.stored(id);
  expect(contract.invoices?.map(({ totalCents }) => totalCents)).toEqual([37_400, 2_000]);
  const [first = "", second = ""] = contract.invoices?.map(({ number }) => number) ?? [];
  const open = async (number: string | null) => (await invoices.pay(contract, number, PAGE)) ?? "";
  return { id, first, second, open };
}

test("is one page and one charge, booked to each invoice once, however often it is told", async () => {
  const { id, first, second, open } = await several();
  const [page, again] = await Promise.all([open(null), open(null)]);
  expect(again).toBe(page);
  const back = (await pay(page)).headers.get("location");
  expect(back).toBe(`${PAGE}?paid=returned`);
  await Promise.all([1, 2, 3].map(() => invoices.settle(contractId(id))));
  const contract = await harness.stored(id);
  expect(contract).toMatchObject({
    status: "completed",
    payment: { receivedAmount: 39_400 },
    invoices: [37_400, 2_000].map((receivedCents) => ({ status: "paid", receivedCents })),
  });
  const received = contract.history?.filter(({ kind }) => kind === "received");
  expect(received).toMatchObject([{ amountCents: 39_400, invoice: first, card: { last4: "4242" } }]);
  expect(received?.[0]?.parts).toEqual([
    { _key: first, invoice: first, amountCents: 37_400 },
    { _key: second, invoice: second, amountCents: 2_000 },
  ]);
  expect(await open(null)).toBe("");
});

test("a page of all and a page of one end each other", async () => {
  const { id, second, open } = await several();
  const one = await open(second);
  const all = await open(null);
  expect(await (await pay(one)).text()).toContain("no longer available");
  const next = await open(second);
  expect(await (await pay(all)).text()).toContain("no longer available");
  await pay(next);
  // Paid meanwhile: what is left has a page of its own.
  await pay(await open(null));
  await invoices.settle(contractId(id));
  const { payment, history = [] } = await harness.stored(id);
  expect(payment.receivedAmount).toBe(39_400);
  expect(history.filter(({ kind }) => kind === "received").map(({ amountCents }) => amountCents)).toEqual([
    2_000, 37_400,
  ]);
  expect(harness.standIn.state.unknownRequests).toEqual([]);
});
