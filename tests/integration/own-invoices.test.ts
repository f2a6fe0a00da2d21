import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runBilling } from "../../app/contracts/billing/billing-steps.server.ts";
import { eventJobs } from "../../app/contracts/billing/emails/event-emails.server.ts";
import { orderJobs } from "../../app/contracts/billing/emails/order-jobs.server.ts";
import type { InvoiceChange } from "../../app/contracts/billing/invoices/change-invoice.server.ts";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import type { Email } from "../../app/email/email.ts";
import { accountRows } from "../../app/model/contracts/account.ts";
import { OWN_INVOICES } from "../../app/model/contracts/own-invoices.ts";
import { mixedServices, orderForm } from "../support/contract-harness.ts";
import { openInvoiceHarness, type InvoiceHarness } from "../support/invoice-harness.ts";

// The owner's setting "Invoices: we send our own".

let harness: InvoiceHarness["harness"];
let clock: InvoiceHarness["clock"];
let invoices: InvoiceHarness["invoices"];
beforeAll(async () => {
  ({ harness, clock, invoices } = await openInvoiceHarness());
});
afterAll(() => harness.close());
const setInvoices = (value: "site" | "own") =>
  harness.lake.client.patch("siteSettings").set({ invoices: value }).commit();
beforeEach(async () => {
  clock.now = new Date();
  await setInvoices("own");
});
afterEach(() => expect(harness.errors).toEqual([]));

const day = (text: string) => new Date(`${text}T15:00:00.000Z`);

async function bill(at: Date): Promise<void> {
  clock.now = at;
  const { readClient } = harness.store;
  const onError = (error: unknown) => void harness.errors.push(error);
  await runBilling({ readClient, steps: invoices.steps, onError }, at);
}

/** Places an order over $374.00, with $20.00 a month and $342.00 a quarter. Resolves to its submission id. */
async function place(at: Date): Promise<string> {
  clock.now = at;
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice" });
  const { status } = await harness.submit(form, { now: at, issueInvoice: invoices.issueMissing });
  expect(status).toBe(200);
  return String(form.get("submissionId"));
}

async function change(id: string, asked: InvoiceChange, nonce: string = randomUUID()) {
  const { _rev: rev } = await harness.stored(id);
  return invoices.change({
    contractId: contractId(id),
    rev,
    number: OWN_INVOICES,
    change: asked,
    by: "grace@example.com",
    nonce,
  });
}

const receive = (id: string, amountCents: number, nonce?: string) =>
  change(id, { kind: "receive", amountCents, receivedOn: "2031-02-10", cheque: "7" }, nonce);

const accountOf = async (id: string) =>
  accountRows(await harness.stored(id)).map(({ label, cents }) => `${label} ${cents}`);

const documents = (id: string) =>
  harness.lake.client.fetch<number>(`count(*[_type == "invoice" && contractId == $id])`, {
    id: contractId(id),
  });

const site = {
  publicUrl: "https://site.example",
  secret: "a secret of sixteen or more",
  adminEmails: ["grace@example.com"],
};

test("an order gets no number and no sheet, and stays due until its payment is recorded", async () => {
  const id = await place(day("2031-01-31"));
  expect(await harness.stored(id)).toMatchObject({ status: "invoice", paymentState: "due" });
  expect((await harness.stored(id)).invoices).toBeUndefined();
  await bill(day("2031-02-27"));
  expect(await documents(id)).toBe(0);
  expect(await harness.stored(id)).toMatchObject({ paymentState: "due" });
  expect(await accountOf(id)).toEqual(["Invoiced 37400", "Still to pay 37400"]);

  expect(await receive(id, 30_000)).toBe("done");
  expect(await harness.stored(id)).toMatchObject({ status: "invoice", paymentState: "due" });
  expect(await receive(id, 7_401)).toBe("too-much");
  const nonce = randomUUID();
  expect(await receive(id, 7_400, nonce)).toBe("done");
  expect(await receive(id, 7_400, nonce)).toBe("done");
  expect(await harness.stored(id)).toMatchObject({
    status: "completed",
    paymentState: "paid",
    payment: { paymentStatus: "completed", receivedAmount: 37_400 },
  });
  expect(await accountOf(id)).toEqual(["Invoiced 37400", "Paid -37400", "Still to pay 0"]);
  expect(await receive(id, 1)).toBe("closed");
});

test("an unpaid one is never overdue and its client is not reminded", async () => {
  const id = await place(day("2031-01-31"));
  for (const at of ["2031-03-15", "2031-04-15"]) await bill(day(at));
  const { history = [], paymentState } = await harness.stored(id);
  expect(paymentState).toBe("due");
  expect(new Set(history.map(({ kind }) => kind))).toEqual(new Set(["placed", "own-invoice"]));
});

test("each later period is due once, on its first day, and the admins are told, not the client", async () => {
  const id = await place(day("2031-01-31"));
  await receive(id, 37_400);
  await bill(day("2031-02-28"));
  await bill(day("2031-03-01"));
  const contract = await harness.stored(id);
  expect(contract).toMatchObject({ status: "completed", paymentState: "due" });
  expect(await accountOf(id)).toEqual(["Invoiced 39400", "Paid -37400", "Still to pay 2000"]);
  const due = contract.history?.filter(({ kind }) => kind === "own-invoice") ?? [];
  expect(due.map(({ amountCents, _key }) => [amountCents, _key])).toEqual([
    [37_400, "own-invoice-first"],
    [2_000, "own-invoice-monthly-2031-02-28"],
  ]);
  const recipients = due.map((event) =>
    eventJobs(site, contract, event).map(({ body }) => (body as Email).to),
  );
  expect(recipients).toEqual([[], ["grace@example.com"]]);
  const received = contract.history?.find(({ kind }) => kind === "received");
  expect(received && eventJobs(site, contract, received)).toEqual([]);
  expect(await receive(id, 2_000)).toBe("done");
  expect(await harness.stored(id)).toMatchObject({ paymentState: "paid" });
});

test("the receipt says that the invoice comes separately", async () => {
  const contract = await harness.stored(await place(day("2031-01-31")));
  expect(JSON.stringify(orderJobs(site, contract))).toContain("$374.00 by invoice, which we send separately");
});

test("only a payment is recorded of it", async () => {
  const id = await place(day("2031-01-31"));
  expect(await change(id, { kind: "void", reason: "Typo" })).toBe("missing");
  expect(await change(id, { kind: "credit", amountCents: 100, reason: "Sorry" })).toBe("missing");
});

test("changing the setting changes what comes next, and nothing that was invoiced", async () => {
  const own = await place(day("2031-01-31"));
  await setInvoices("site");
  const ours = await place(day("2031-01-31"));
  await bill(day("2031-02-01"));
  expect(await documents(own)).toBe(0);
  expect(await documents(ours)).toBe(1);
  await setInvoices("own");
  await bill(day("2031-02-28"));
  expect(await accountOf(ours)).toEqual(["Invoiced 39400", "Still to pay 39400"]);
  expect(await documents(ours)).toBe(1);
  await setInvoices("site");
  await bill(day("2031-03-31"));
  expect(await documents(own)).toBe(1);
  expect(await accountOf(own)).toEqual(["Invoiced 41400", "Still to pay 41400"]);
  expect((await harness.stored(own)).invoices).toMatchObject([
    { totalCents: 2_000, periodStart: "2031-03-31" },
  ]);
  expect(await receive(ours, 2_000)).toBe("done");
  expect(await harness.stored(ours)).toMatchObject({ status: "invoice", payment: { receivedAmount: 2_000 } });
});
