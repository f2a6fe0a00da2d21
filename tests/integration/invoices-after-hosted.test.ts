import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  issueNextHosted,
  syncHostedInvoices,
} from "../../app/contracts/billing/invoices/hosted-invoice.server.ts";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import { mixedServices, orderForm } from "../support/contract-harness.ts";
import { postForm } from "../support/form-posts.ts";
import { openInvoiceHarness, type InvoiceHarness } from "../support/invoice-harness.ts";

// The owner has switched hosted invoices off: after a first invoice at Stripe come invoices of ours.

let harness: InvoiceHarness["harness"];
let clock: InvoiceHarness["clock"];
let invoices: InvoiceHarness["invoices"];
beforeAll(async () => {
  ({ harness, clock, invoices } = await openInvoiceHarness());
});
afterAll(() => harness.close());
afterEach(() => {
  expect(harness.double.state.unknownRequests.splice(0)).toEqual([]);
  expect(harness.errors).toEqual([]);
});

/** Has an event of Stripe's about a contract told to the site, and its hosted invoices looked at. */
async function look(id: string) {
  await harness.comeBack(id);
  await syncHostedInvoices({ ...harness.store, stripe: harness.stripe }, contractId(id));
  return harness.stored(id);
}

const payHosted = (invoice: string) =>
  fetch(`${harness.double.origin}/test/pay-invoice/${invoice}`, { method: "POST" });

/** An order whose first invoice Stripe hosts, and a second one of ours over $20.00. */
async function hostedThenOwn({ paid }: { paid: boolean }) {
  clock.now = new Date();
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const id = String(form.get("submissionId"));
  await harness.submit(form, { hostedInvoices: true });
  const { hostedInvoiceId: hosted = "" } = (await harness.stored(id)).payment;
  if (paid) await payHosted(hosted);
  const first = await look(id);
  clock.now = new Date(`${first.payment.schedule[0]?.nextDate}T15:00:00.000Z`);
  await invoices.issueMissing(contractId(id));
  const { number = "" } = (await harness.stored(id)).invoices?.[1] ?? {};
  expect(number).toMatch(/^INV-/);
  return { id, hosted, number };
}

async function payByCard(id: string, number: string): Promise<void> {
  const checkout = await invoices.pay(await harness.stored(id), number, "https://site.example/invoice");
  await postForm(checkout ?? "", { number: "4242424242424242" });
}

/** Records a cheque. */
async function receive(id: string, number: string, amountCents: number) {
  const { _rev: rev } = await harness.stored(id);
  const change = { kind: "receive", amountCents, receivedOn: "2027-01-31", cheque: "7" } as const;
  const request = {
    contractId: contractId(id),
    rev,
    number,
    change,
    by: "a@example.com",
    nonce: randomUUID(),
  };
  return invoices.change(request);
}

const moved = (history: readonly { kind: string; amountCents?: number }[] = []) =>
  history
    .filter(({ kind }) => kind !== "placed" && kind !== "invoiced")
    .map(({ kind, amountCents }) => `${kind} ${amountCents}`);

test("an invoice of ours is paid by card after Stripe's was paid", async () => {
  const { id, number } = await hostedThenOwn({ paid: true });
  await payByCard(id, number);
  const contract = await look(id);
  expect(contract).toMatchObject({
    paymentState: "paid",
    payment: { receivedAmount: 39_400 },
    invoices: [{ status: "paid" }, { status: "paid", receivedCents: 2_000 }],
  });
  expect(moved(contract.history)).toEqual(["received 37400", "received 2000"]);
  expect(await look(id)).toEqual(contract);
  expect(await invoices.pay(contract, number, "https://site.example/invoice")).toBeNull();
});

test("an invoice of ours is paid by card while Stripe's is open, which is paid then", async () => {
  const { id, number, hosted } = await hostedThenOwn({ paid: false });
  await payByCard(id, number);
  const contract = await look(id);
  expect(contract).toMatchObject({
    status: "invoice",
    payment: { receivedAmount: 2_000 },
    invoices: [{ status: "open" }, { status: "paid" }],
  });
  await payHosted(hosted);
  const paid = await look(id);
  expect(paid).toMatchObject({ status: "completed", payment: { receivedAmount: 39_400 } });
  expect(moved(paid.history)).toEqual(["received 2000", "received 37400"]);
});

test("with hosted invoices switched on later, Stripe's is paid while ours is open: that one is still owed", async () => {
  clock.now = new Date();
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const id = String(form.get("submissionId"));
  await harness.submit(form);
  await invoices.issueMissing(contractId(id));
  const { payment, invoices: [own] = [] } = await harness.stored(id);
  clock.now = new Date(`${payment.schedule[0]?.nextDate}T15:00:00.000Z`);
  const deps = { ...harness.store, clock: () => clock.now, stripe: harness.stripe };
  await issueNextHosted(deps, contractId(id), 30);
  const first = harness.double.state.events.length;
  await payHosted((await harness.stored(id)).invoices?.[1]?.hosted?.id ?? "");
  for (const event of harness.double.state.events.slice(first)) await harness.deliver(event);
  expect(await look(id)).toMatchObject({
    status: "invoice",
    payment: { paymentStatus: "invoice", receivedAmount: 2_000 },
    invoices: [{ status: "open" }, { status: "paid" }],
  });
  expect(await receive(id, own?.number ?? "", 37_400)).toBe("done");
  expect(await look(id)).toMatchObject({
    status: "completed",
    paymentState: "paid",
    payment: { paymentStatus: "completed", receivedAmount: 39_400 },
  });
});

test("what came by cheque stays paid, whatever Stripe tells", async () => {
  const { id, number } = await hostedThenOwn({ paid: true });
  expect(await receive(id, number, 2_000)).toBe("done");
  const contract = await look(id);
  expect(contract).toMatchObject({ paymentState: "paid", payment: { receivedAmount: 39_400 } });
  const { stripePaymentIntent } = contract.payment;
  await harness.stripe.refunds.create({ payment_intent: stripePaymentIntent, amount: 5_000 });
  expect((await look(id)).payment).toMatchObject({ receivedAmount: 39_400, refundedAmount: 5_000 });
});
