import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { refund, refundSources, settleRefunds } from "../../app/contracts/billing/refunds/refund.server.ts";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import { creditCents } from "../../app/model/contracts/credit.ts";
import { mixedServices, orderForm } from "../support/contract-harness.ts";
import { postForm } from "../support/form-posts.ts";
import { openInvoiceHarness, type InvoiceHarness } from "../support/invoice-harness.ts";

// An invoice that a card has paid is refunded and credited: its money goes back once.

let harness: InvoiceHarness["harness"];
let clock: InvoiceHarness["clock"];
let store: InvoiceHarness["store"];
let invoices: InvoiceHarness["invoices"];
beforeAll(async () => {
  ({ harness, clock, store, invoices } = await openInvoiceHarness());
});
afterAll(() => harness.close());
afterEach(() => {
  expect(harness.standIn.state.unknownRequests.splice(0)).toEqual([]);
  expect(harness.errors).toEqual([]);
});

/** An order whose first invoice, over $374.00, a card has paid. */
async function paidByCard() {
  clock.now = new Date();
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const id = String(form.get("submissionId"));
  await harness.submit(form, { issueInvoice: invoices.issueMissing });
  const contract = await harness.stored(id);
  const number = contract.invoices?.[0]?.number ?? "";
  const checkout = await invoices.pay(contract, number, "https://site.example/invoice");
  await postForm(checkout ?? "", { number: "4242424242424242" });
  await invoices.settle(contractId(id));
  const paid = await harness.stored(id);
  expect(paid.payment.receivedAmount).toBe(37_400);
  const { sources } = await refundSources({ stripe: harness.stripe }, paid, () => undefined);
  // Stripe's times are whole seconds: what follows is later.
  await sleep(1_100);
  clock.now = new Date();
  return { id, number, charge: sources[0]?.id ?? "" };
}

type Paid = Awaited<ReturnType<typeof paidByCard>>;

async function creditAll({ id, number }: Paid) {
  const { _rev: rev } = await harness.stored(id);
  const change = { kind: "credit", amountCents: 37_400, reason: "Late" } as const;
  const by = "a@example.com";
  return invoices.change({ contractId: contractId(id), rev, number, change, by, nonce: randomUUID() });
}

/** An admin refunds all of it; Stripe's answer does not come. */
async function refundCutOff({ id, charge }: Paid, kind: "drop-before" | "drop-after") {
  // Its library tries once more after a connection that closed, whatever it is told.
  void harness.standIn.fail({ method: "POST", path: /\/refunds$/, kind, times: 2 });
  const { hostname: host, port } = new URL(harness.standIn.origin);
  const stripe = new Stripe("sk_test_double", { host, port, protocol: "http", maxNetworkRetries: 0 });
  const { _rev: rev } = await harness.stored(id);
  const request = { id: contractId(id), rev, source: charge, amountCents: 37_400, reason: "Late" };
  const outcome = await refund(
    { ...store, stripe },
    { ...request, by: "a@example.com", nonce: randomUUID() },
  );
  expect(outcome).toEqual({ status: "unknown" });
}

/** Issues the next invoice, over $20.00, and returns what the credit is and has paid. */
async function nextInvoice(id: string) {
  await settleRefunds({ ...store, stripe: harness.stripe }, contractId(id));
  const { payment } = await harness.stored(id);
  clock.now = new Date(`${payment.schedule[0]?.nextDate}T15:00:00.000Z`);
  await invoices.issueMissing(contractId(id));
  const contract = await harness.stored(id);
  const issued = contract.invoices?.findLast(({ kind }) => kind === "invoice");
  return { total: issued?.totalCents, paid: issued?.receivedCents, credit: creditCents(contract) };
}

const UNPAID = { total: 2_000, paid: 0, credit: 0 };

test("a refund that Stripe has made, but not answered, is seen before a credit note", async () => {
  const paid = await paidByCard();
  await refundCutOff(paid, "drop-after");
  expect(await creditAll(paid)).toBe("conflict");
  expect((await harness.stored(paid.id)).payment).toMatchObject({
    refundedAmount: 37_400,
    pendingRefunds: [],
  });
  expect(await creditAll(paid)).toBe("done");
  expect(await nextInvoice(paid.id)).toEqual(UNPAID);
});

test("so is one of Stripe's dashboard whose event is late", async () => {
  const paid = await paidByCard();
  await harness.stripe.refunds.create({ charge: paid.charge });
  expect(await creditAll(paid)).toBe("conflict");
  expect(await creditAll(paid)).toBe("done");
  expect(await nextInvoice(paid.id)).toEqual(UNPAID);
});

test("what is still about to be refunded pays no invoice", async () => {
  const paid = await paidByCard();
  await refundCutOff(paid, "drop-before");
  expect(await creditAll(paid)).toBe("done");
  const { payment } = await harness.stored(paid.id);
  clock.now = new Date(`${payment.schedule[0]?.nextDate}T15:00:00.000Z`);
  await invoices.issueMissing(contractId(paid.id));
  expect((await harness.stored(paid.id)).invoices?.at(-1)).toMatchObject({
    status: "open",
    receivedCents: 0,
  });
  await settleRefunds({ ...store, stripe: harness.stripe }, contractId(paid.id));
  const contract = await harness.stored(paid.id);
  expect(contract.payment).toMatchObject({ refundedAmount: 37_400, pendingRefunds: [] });
  expect(creditCents(contract)).toBe(0);
});

test("no credit note is issued while Stripe does not say what was refunded", async () => {
  const paid = await paidByCard();
  void harness.standIn.fail({ method: "GET", path: /charges/, kind: "status", status: 500, times: 4 });
  await expect(creditAll(paid)).rejects.toMatchObject({ code: "unavailable" });
  harness.standIn.heal();
  expect(await creditAll(paid)).toBe("done");
  expect(await nextInvoice(paid.id)).toMatchObject({ paid: 2_000, credit: 35_400 });
});
