import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { runBilling } from "../../app/contracts/billing/billing-steps.server.ts";
import { createInvoices } from "../../app/contracts/billing/invoices/invoices.server.ts";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import type { InvoiceDocument } from "../../app/model/contracts/invoice.ts";
import { mixedServices, openContractHarness, orderForm } from "../support/contract-harness.ts";
import { opened } from "../support/opened.ts";

const harness = opened(openContractHarness);
let now: Date;
/** Contracts whose clients were told of a change. */
const emailed: string[] = [];
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  now = new Date();
  invoices = service();
  await harness.lake.client.create({
    _id: "siteSettings",
    _type: "siteSettings",
    companyName: "Harborlight",
    email: "hello@harborlight.example",
    address: { street: "48 Front Street", city: "New York", state: "NY", zipCode: "10004" },
  });
  const payment = { payee: "Harborlight LLC", chequeInstructions: "Mail it to 48 Front Street." };
  await harness.lake.client.create({ _id: "paymentSettings", _type: "paymentSettings", ...payment });
});
afterEach(() => expect(harness.errors).toEqual([]));

const secret = "a secret of sixteen or more";
const service = () =>
  createInvoices({
    ...harness.lake.store,
    isPublic: false,
    clock: () => now,
    secret,
    stripe: null,
    emails: { send: async ({ _id }) => void emailed.push(_id), resend: async () => "sent" },
    onError: (error) => void harness.errors.push(error),
  });
const day = (text: string) => new Date(`${text}T15:00:00.000Z`);
const bill = (at: Date) => {
  now = at;
  const onError = (error: unknown) => void harness.errors.push(error);
  return runBilling({ readClient: harness.store.readClient, steps: invoices.steps, onError }, at);
};
const documentOf = (number: string) =>
  harness.lake.client.fetch<InvoiceDocument | null>(`*[_type == "invoice" && number == $number][0]`, {
    number,
  });

/** Places an order by invoice at a time. Resolves to its submission id. */
async function place(at: Date, fields: Record<string, string> = {}): Promise<string> {
  now = at;
  const form = orderForm({ ...mixedServices, paymentMethod: "invoice", ...fields });
  const issueInvoice = invoices.issueMissing;
  const { status } = await harness.submit(form, { now: at, issueInvoice });
  expect(status).toBe(200);
  return String(form.get("submissionId"));
}

const issuedFor = async (id: string) =>
  ((await harness.stored(id)).invoices ?? []).map(({ frequency, periodStart, issuedOn, totalCents }) =>
    [frequency, periodStart, issuedOn, totalCents].join(" "),
  );

test("an order by invoice gets its first one at once, over what is due", async () => {
  const id = await place(day("2031-01-31"));
  const contract = await harness.stored(id);
  expect(contract.invoices).toMatchObject([
    {
      number: "INV-2031-0001",
      status: "open",
      totalCents: 37_400,
      issuedOn: "2031-01-31",
      dueOn: "2031-03-02",
    },
  ]);
  expect(contract.paymentState).toBe("due");
  expect(contract.payment.schedule.map(({ frequency, nextDate }) => [frequency, nextDate])).toEqual([
    ["monthly", "2031-02-28"],
    ["quarterly", "2031-04-30"],
  ]);
  expect(contract.history).toContainEqual({
    _key: "invoiced-INV-2031-0001",
    at: "2031-01-31T15:00:00.000Z",
    kind: "invoiced",
    amountCents: 37_400,
    invoice: "INV-2031-0001",
    note: "INV-2031-0001",
  });
  expect(await documentOf("INV-2031-0001")).toMatchObject({
    _id: "invoice.2031-0001",
    contractId: contractId(id),
    kind: "invoice",
    seller: { legalName: "Harborlight LLC", zipCode: "10004" },
    client: { name: "Ada Lovelace", email: "ada@example.com" },
    lines: [
      { description: expect.any(String), detail: "", quantity: 1, amountCents: 1_200 },
      { detail: "3 months, Jan 31, 2031 to Apr 29, 2031", unitCents: 36_000, amountCents: 36_000 },
      { detail: "1 month, Jan 31, 2031 to Feb 27, 2031", amountCents: 2_000 },
    ],
    subtotalCents: 39_200,
    discountCents: 1_800,
    totalCents: 37_400,
    chequeInstructions: "Mail it to 48 Front Street.",
    policyVersion: "3.0",
  });
});

test("a period is invoiced on its day, once, and what was missed in two months off is made up for", async () => {
  const id = await place(day("2032-01-31"));
  await bill(day("2032-02-28"));
  expect(await issuedFor(id)).toHaveLength(1);
  await bill(day("2032-02-29"));
  await bill(day("2032-03-01"));
  expect(await issuedFor(id)).toHaveLength(2);
  const { _rev: rev, invoices: [first] = [] } = await harness.stored(id);
  // Both are paid: nobody has to be asked whether to go on.
  const cheque = { amountCents: 39_400, receivedOn: "2032-03-01", cheque: "", creditCents: 2_000 };
  const change = { kind: "receive", ...cheque } as const;
  const paid = { contractId: contractId(id), rev, number: first?.number ?? "", by: "admin", nonce: "n" };
  expect(await invoices.change({ ...paid, change })).toBe("done");
  await Promise.all([bill(day("2032-05-02")), bill(day("2032-05-02"))]);
  await bill(day("2032-05-03"));
  expect(await issuedFor(id)).toEqual([
    " 2032-01-31 2032-01-31 37400",
    "monthly 2032-02-29 2032-02-29 2000",
    "monthly 2032-03-31 2032-05-02 2000",
    // Two frequencies on one day are one invoice.
    " 2032-04-30 2032-05-02 36200",
  ]);
});

test("an order whose invoice failed is accepted, and billing issues it", async () => {
  now = day("2034-03-01");
  const form = orderForm({ paymentMethod: "invoice" });
  const issueInvoice = () => Promise.reject(new Error("The store is away."));
  expect((await harness.submit(form, { now, issueInvoice })).status).toBe(200);
  expect(harness.errors.splice(0)).toHaveLength(1);
  const id = String(form.get("submissionId"));
  await bill(day("2034-03-02"));
  expect(await issuedFor(id)).toEqual([" 2034-03-01 2034-03-02 1200"]);
});

test("a suspected order is invoiced once an admin says that it is none", async () => {
  now = day("2035-03-01");
  const form = orderForm({ paymentMethod: "invoice" });
  await harness.submit(form, { now });
  const id = String(form.get("submissionId"));
  await harness.lake.client.patch(contractId(id)).set({ suspected: "too-fast" }).commit();
  await bill(day("2035-03-02"));
  expect(await issuedFor(id)).toEqual([]);
  await harness.lake.client.patch(contractId(id)).unset(["suspected"]).commit();
  await bill(day("2035-03-03"));
  expect(await issuedFor(id)).toHaveLength(1);
});

test("twenty at once get twenty numbers without a gap, from one machine or four", async () => {
  now = day("2036-07-01");
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const form = orderForm({ paymentMethod: "invoice" });
      await harness.submit(form, { now });
      return contractId(String(form.get("submissionId")));
    }),
  );
  const machines = [service(), service(), service(), service()];
  // Each twice, as when two machines run the job together.
  await Promise.all([...ids, ...ids].map((id, index) => machines[index % 4]?.issueMissing(id)));
  const numbers = await harness.lake.client.fetch<string[]>(
    `*[_type == "invoice" && issuedOn == "2036-07-01"] | order(_id).number`,
  );
  const wanted = Array.from({ length: 20 }, (_, index) => `INV-2036-${String(index + 1).padStart(4, "0")}`);
  expect(numbers).toEqual(wanted);
  expect(await harness.lake.client.fetch(`*[_id == "invoiceCounter.2036"][0].last`)).toBe(20);
});

describe("what an admin does", () => {
  const by = "admin@example.com";
  let id: string;
  let number: string;
  type Change = Parameters<typeof invoices.change>[0]["change"];
  const change = async (nonce: string, what: Change, on = number) => {
    const { _rev: rev } = await harness.stored(id);
    return invoices.change({ contractId: contractId(id), rev, number: on, change: what, by, nonce });
  };
  const receive = (amountCents: number) =>
    ({ kind: "receive", amountCents, receivedOn: "2037-02-03", cheque: "1042" }) as const;
  const fresh = async (fields: Record<string, string> = {}) => {
    id = await place(day("2037-02-01"), fields);
    number = (await harness.stored(id)).invoices?.at(-1)?.number ?? "";
  };

  test("parts of the money are noted until the last cent completes the contract", async () => {
    await fresh();
    expect(await change("n1", receive(30_000))).toBe("done");
    expect(await change("n1", receive(30_000))).toBe("done");
    expect(await change("n2", receive(7_401))).toBe("too-much");
    expect(await harness.stored(id)).toMatchObject({
      status: "invoice",
      paymentState: "due",
      payment: { receivedAmount: 30_000 },
    });
    expect(await change("n3", receive(7_400))).toBe("done");
    const paid = await harness.stored(id);
    expect(paid).toMatchObject({
      status: "completed",
      paymentState: "paid",
      payment: { receivedAmount: 37_400, paymentStatus: "completed", paymentMethod: "invoice" },
      invoices: [{ status: "paid", receivedCents: 37_400 }],
    });
    expect(paid.history?.at(-1)).toMatchObject({
      kind: "received",
      by,
      amountCents: 7_400,
      note: `${number}, check or transfer 1042, received Feb 3, 2037`,
    });
    expect(await change("n4", receive(1))).toBe("too-much");
    expect(await change("n5", { kind: "void", reason: "A mistake" })).toBe("closed");
    await bill(day("2037-03-01"));
    expect(await harness.stored(id)).toMatchObject({ status: "completed", paymentState: "due" });
  });

  test("an unpaid invoice can be voided, once; then nothing is owed", async () => {
    await fresh();
    expect(await change("n1", { kind: "void", reason: "A mistake" })).toBe("done");
    expect(await change("n1", { kind: "void", reason: "A mistake" })).toBe("done");
    expect(await change("n2", receive(100))).toBe("closed");
    expect(await harness.stored(id)).toMatchObject({
      status: "invoice",
      paymentState: "cancelled",
      invoices: [{ status: "void" }],
    });
  });

  test("credit notes have numbers of their own, and take no more off than there is", async () => {
    await fresh();
    expect(await change("n1", { kind: "credit", amountCents: 7_400, reason: "Late" })).toBe("done");
    expect(await change("n1", { kind: "credit", amountCents: 7_400, reason: "Late" })).toBe("done");
    expect(await change("n2", { kind: "credit", amountCents: 30_001, reason: "Late" })).toBe("too-much");
    expect(await change("n3", receive(30_000))).toBe("done");
    const contract = await harness.stored(id);
    expect(contract).toMatchObject({
      status: "completed",
      invoices: [
        { number, status: "paid", receivedCents: 30_000, creditedCents: 7_400 },
        { kind: "credit-note", credits: number, totalCents: 7_400, status: "credited" },
      ],
    });
    const credit = contract.invoices?.[1]?.number ?? "";
    expect(Number(credit.slice(-4))).toBe(Number(number.slice(-4)) + 1);
    expect(await documentOf(credit)).toMatchObject({ kind: "credit-note", credits: number, reason: "Late" });
    expect(await change("n4", receive(1), credit)).toBe("missing");
    expect(await change("n5", receive(1), "INV-1999-0001")).toBe("missing");
  });

  test("the whole credited, nothing is owed", async () => {
    await fresh();
    expect(await change("n1", { kind: "credit", amountCents: 37_400, reason: "Withdrawn" })).toBe("done");
    expect(await harness.stored(id)).toMatchObject({
      status: "invoice",
      paymentState: "cancelled",
      invoices: [{ status: "credited" }, {}],
    });
  });
});
