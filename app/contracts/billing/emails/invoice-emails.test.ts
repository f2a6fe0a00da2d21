import { expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import type { Email } from "../../../email/email.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import type { ContractEvent } from "../../../model/contracts/history.ts";
import { contractEmails } from "./emails.server.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: [], secret: "secret" };
const NOW = new Date("2026-11-22T15:00:00.000Z");
const invoice = SAMPLE_INVOICE.number;

const event = (kind: ContractEvent["kind"], _key: string, more: Partial<ContractEvent>): ContractEvent => ({
  _key,
  kind,
  at: "2026-11-22T14:00:00.000Z",
  ...more,
});

/** The props of the emails to the client of a contract by invoice. */
const propsOf = (cardsOn: boolean, fields: Partial<InvoiceSummary>, ...history: ContractEvent[]) => {
  const invoices = [{ ...SAMPLE_INVOICE, ...fields }];
  const submittedAt = "2026-01-22T15:00:00.000Z";
  const contract = { ...sampleContract("invoice", { invoices }), submittedAt, history };
  return contractEmails({ ...SITE, cardsOn }, contract, NOW).map(
    ({ body }) => (body as Email).props as Record<string, unknown>,
  );
};

test("an open invoice can be paid by card where cards are taken; a settled one cannot", () => {
  const issued = event("invoiced", "invoiced-INV-2026-0001", { invoice });
  const payable = (cardsOn: boolean, fields: Partial<InvoiceSummary> = {}) =>
    propsOf(cardsOn, fields, issued)[0]?.["payable"];
  expect([payable(true), payable(false)]).toEqual([true, false]);
  expect(payable(true, { status: "void" })).toBe(false);
  expect(payable(true, { receivedCents: SAMPLE_INVOICE.totalCents - 49 })).toBe(false);
});

test("a payment of an invoice by card names the card, and its refund goes to it; one by hand does not", () => {
  const sent = propsOf(
    true,
    { receivedCents: SAMPLE_INVOICE.totalCents, status: "paid" },
    event("received", "received-pi_1", { invoice, card: { brand: "visa", last4: "4242" } }),
    event("refunded", "refund-re_1", { amountCents: 100 }),
    event("refunded", "refund-by-hand-1", { amountCents: 100, byHand: true }),
  );
  expect(sent.map((given) => given["card"])).toEqual([
    "Visa ending in 4242",
    "Visa ending in 4242",
    "Check or transfer",
  ]);
  expect(sent.map(({ paidOn, byCard }) => [paidOn, byCard])).toEqual([
    ["2026-11-22", undefined],
    ["2026-11-22", true],
    ["2026-11-22", false],
  ]);
  expect(sent.slice(1).map(({ number }) => String(number).slice(-3))).toEqual(["-R1", "-R2"]);
});

test("a cheque is confirmed with the day on which it came in and its number", () => {
  const cheque = { invoice, amountCents: 5_000, date: "2026-11-20", cheque: "1042" };
  const [sent, earlier] = propsOf(
    false,
    { receivedCents: 10_000 },
    event("received", "received-1", cheque),
    event("received", "received-2", { invoice, amountCents: 5_000, note: `${invoice}, cheque 1041` }),
  );
  expect(sent).toMatchObject({ paidOn: "2026-11-20", cheque: "1042" });
  // An event of an earlier version does not say it, and neither does its email.
  expect(earlier).not.toHaveProperty("paidOn");
});

test("one payment for several invoices is one email, which names each and has its file", () => {
  const second = { ...SAMPLE_INVOICE, _key: "2", number: "INV-2026-0007", status: "paid" } as const;
  const invoices = [{ ...SAMPLE_INVOICE, status: "paid" } as const, second];
  const parts = invoices.map(({ number }, index) => ({
    _key: number,
    invoice: number,
    amountCents: 100 + index,
  }));
  const paid = { invoice, amountCents: 201, parts, card: { brand: "visa", last4: "4242" } };
  const history = [event("received", "received-pi_1", paid)];
  const submittedAt = "2026-01-22T15:00:00.000Z";
  const contract = { ...sampleContract("invoice", { invoices, status: "completed" }), submittedAt, history };
  const emails = contractEmails(SITE, contract, NOW).map(({ body }) => body as Email);
  const receipts = emails.filter(({ template }) => template === "payment-received");
  expect(receipts).toHaveLength(1);
  const [email] = receipts;
  expect(email?.subject).toContain(`invoice ${invoice} together with another one`);
  expect(email?.props).toMatchObject({
    amountCents: 201,
    openCents: 0,
    parts: [
      { number: invoice, cents: 100 },
      { number: "INV-2026-0007", cents: 101 },
    ],
  });
  expect(email).toMatchObject({ pdfs: [`${invoice}.pdf`, "INV-2026-0007.pdf"] });
});

test("invoices that were issued at once are one email, which names each and has its file", () => {
  const second = {
    ...SAMPLE_INVOICE,
    _key: "2",
    number: "INV-2026-0007",
    totalCents: 12_000,
    receivedCents: 2_000,
  };
  const later = { ...second, _key: "3", number: "INV-2026-0008", receivedCents: 0 };
  const history = [
    event("invoiced", `invoiced-${invoice}`, { invoice }),
    event("invoiced", "invoiced-7", { invoice: second.number }),
    event("credit-used", "credit-used-7", { invoice: second.number, amountCents: 2_000 }),
    event("invoiced", "invoiced-8", { invoice: later.number, at: "2026-11-22T14:30:00.000Z" }),
  ];
  const submittedAt = "2026-01-22T15:00:00.000Z";
  const given = sampleContract("invoice", {
    invoices: [SAMPLE_INVOICE, second, later],
    // Files go to a proven address.
    status: "completed",
  });
  const emails = contractEmails(SITE, { ...given, submittedAt, history }, NOW).map(
    ({ body }) => body as Email,
  );
  const issued = emails.filter(({ template }) => template === "invoice-issued");
  expect(issued.map(({ subject }) => subject.replace(/ \(.*/, ""))).toEqual([
    "Invoice INV-2026-0007 together with another one",
    "Invoice INV-2026-0008",
  ]);
  expect(issued[0]).toMatchObject({
    pdfs: [`${invoice}.pdf`, "INV-2026-0007.pdf"],
    props: {
      amountCents: SAMPLE_INVOICE.totalCents + 10_000,
      rows: [
        { label: `Invoice ${invoice}`, cents: SAMPLE_INVOICE.totalCents },
        { label: "Invoice INV-2026-0007", cents: 10_000 },
        { label: "Still to pay", cents: SAMPLE_INVOICE.totalCents + 10_000 },
      ],
    },
  });
});

test("a voided invoice says that the order is not carried out, where nothing is left of it", () => {
  const voided = event("invoice-voided", "invoice-voided-1", { invoice });
  const declined = (status: InvoiceSummary["status"], schedule?: []) => {
    const invoices = [
      { ...SAMPLE_INVOICE, status: "void" as const },
      { ...SAMPLE_INVOICE, _key: "2", status },
    ];
    const given = sampleContract("invoice", { invoices });
    const payment = { ...given.payment, ...(schedule && { schedule }) };
    const contract = { ...given, payment, submittedAt: "2026-01-22T15:00:00.000Z", history: [voided] };
    const sent = contractEmails(SITE, contract, NOW).map(({ body }) => body as Email);
    return sent.map(({ props }) => (props as { isDeclined?: boolean }).isDeclined);
  };
  expect(declined("void", [])).toEqual([true]);
  expect(declined("paid", [])).toEqual([false]);
  // Its services go on.
  expect(declined("void")).toEqual([false]);
});

test("a reminder counts as overdue what is past its due date, not what is open beside it", () => {
  const subjectWith = (dueOn: string) => {
    const second = { ...SAMPLE_INVOICE, _key: "2", number: "INV-2026-0007", dueOn };
    const invoices = [{ ...SAMPLE_INVOICE, dueOn: "2026-11-01" }, second];
    const parts = invoices.map(({ number }) => ({ _key: number, invoice: number, amountCents: 100 }));
    const history = [event("invoice-reminded", "invoice-reminded-1-7", { invoice, amountCents: 200, parts })];
    const submittedAt = "2026-01-22T15:00:00.000Z";
    const contract = { ...sampleContract("invoice", { invoices }), submittedAt, history };
    return contractEmails(SITE, contract, NOW).map(({ body }) => (body as Email).subject)[0];
  };
  expect(subjectWith("2026-11-22")).toContain("Reminder: invoice INV-2026-0001 is overdue (");
  expect(subjectWith("2026-11-21")).toContain("Reminder: 2 invoices are overdue (");
});
