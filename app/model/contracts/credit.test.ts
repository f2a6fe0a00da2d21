import { expect, test } from "vitest";
import type { InvoiceSummary } from "./contract-document.ts";
import { creditCents, freedCents, receivedTotal, withCreditUsed, withPayment } from "./credit.ts";
import type { ContractEvent } from "./history.ts";
import { withCredit } from "./invoice-state.ts";

const invoice = (number: string, totalCents: number, more: Partial<InvoiceSummary> = {}): InvoiceSummary => ({
  _key: number,
  number,
  kind: "invoice",
  issuedOn: "2027-01-31",
  dueOn: "2027-03-02",
  totalCents,
  receivedCents: 0,
  status: "open",
  frequency: "monthly",
  periodStart: "2027-01-31",
  periodEnd: "2027-02-28",
  remindedOn: [],
  ...more,
});
const at = "2027-02-01T12:00:00.000Z";
const event = (kind: ContractEvent["kind"], amountCents: number, more: Partial<ContractEvent> = {}) => ({
  _key: `${kind}-${amountCents}`,
  at,
  kind,
  amountCents,
  invoice: "A",
  ...more,
});
const card = { brand: "visa", last4: "4242" };

test.each(["paid", "void", "credited"] as const)(
  "a card's money for an invoice that is %s meanwhile is a credit, which a refund to the card takes",
  (status) => {
    const before = { invoices: [invoice("A", 13_200, { status })], history: [] };
    const booked = withPayment(before, event("received", 13_200, { card }));
    expect(booked.invoices).toEqual(before.invoices);
    expect([creditCents(booked), receivedTotal(booked)]).toEqual([13_200, 13_200]);
    const next = withCreditUsed({ ...booked, invoices: [...booked.invoices, invoice("B", 12_000)] }, { at });
    expect(next.invoices[1]).toMatchObject({ status: "paid", receivedCents: 12_000 });
    const history = [...next.history, event("refunded", 1_000)];
    expect([creditCents(next), creditCents({ history })]).toEqual([1_200, 200]);
    expect(receivedTotal(next)).toBe(13_200);
  },
);

test("one payment for several invoices is booked to each to the cent, the oldest first, and its rest is a credit", () => {
  const open = [invoice("A", 13_201), invoice("B", 9_999, { receivedCents: 1_000 }), invoice("C", 13_200)];
  const others = [invoice("D", 500), invoice("E", 700, { status: "void" })];
  const booked = withPayment(
    { invoices: [...open, ...others], history: [] },
    event("received", 36_000, { card }),
    ["A", "B", "C", "E"],
  );
  expect(booked.invoices.map(({ status, receivedCents }) => [status, receivedCents])).toEqual([
    ["paid", 13_201],
    ["paid", 9_999],
    ["paid", 13_200],
    ["open", 0],
    ["void", 0],
  ]);
  const [received, kept] = booked.history;
  expect(received).toMatchObject({ amountCents: 36_000, card });
  expect(received?.parts).toEqual([
    { _key: "A", invoice: "A", amountCents: 13_201 },
    { _key: "B", invoice: "B", amountCents: 8_999 },
    { _key: "C", invoice: "C", amountCents: 13_200 },
  ]);
  expect(kept).toMatchObject({ kind: "credit-kept", amountCents: 600, note: "A, B, C, E" });
  expect([creditCents(booked), receivedTotal(booked)]).toEqual([600, 37_000]);
});

test("less than several invoices need leaves the newest open", () => {
  const invoices = [invoice("A", 13_200), invoice("B", 13_200), invoice("C", 13_200)];
  const booked = withPayment({ invoices, history: [] }, event("received", 13_201), ["A", "B", "C"]);
  expect(booked.invoices.map(({ receivedCents }) => receivedCents)).toEqual([13_200, 1, 0]);
  expect([booked.history.length, creditCents(booked)]).toEqual([1, 0]);
});

test("a payment for one invoice has no parts", () => {
  const booked = withPayment({ invoices: [invoice("A", 13_200)], history: [] }, event("received", 13_200));
  expect(booked.history).toEqual([event("received", 13_200)]);
});

test("a credit note frees what was paid and not refunded, once, and never less than nothing", () => {
  const paid = withPayment({ invoices: [invoice("A", 13_200)], history: [] }, event("received", 13_200));
  const credited = { ...paid, invoices: paid.invoices.map((one) => withCredit(one, 3_200)) };
  expect([0, 1_200, 3_200, 13_200].map((refunded) => freedCents(credited, refunded))).toEqual([
    3_200, 2_000, 0, 0,
  ]);
  const freed = { ...credited, history: [...credited.history, event("credit-freed", 3_200)] };
  expect([freedCents(freed, 0), creditCents(freed), receivedTotal(freed)]).toEqual([0, 3_200, 13_200]);
});

test("a refund of before a credit note that is told after it takes what that has freed", () => {
  const paid = withPayment({ invoices: [invoice("A", 13_200)], history: [] }, event("received", 13_200));
  const freed = [...paid.history, event("credit-freed", 13_200, { at: "2027-02-03T12:00:00.000Z" })];
  const refunded = event("refunded", 13_200, { at: "2027-02-02T12:00:00.000Z" });
  expect(creditCents({ history: [...freed, refunded] })).toBe(0);
  // One from before a cheque that was too much takes nothing of it, whenever it is told.
  const kept = event("credit-kept", 6_800, { at: "2027-02-03T12:00:00.000Z" });
  expect(creditCents({ history: [...paid.history, kept, refunded] })).toBe(6_800);
});

test("what is about to be refunded pays no invoice", () => {
  const pending = { _key: "n", charge: "ch_1", amountCents: 10_000, reason: "", by: "", requestedAt: at };
  const booked = { invoices: [invoice("B", 12_000)], history: [event("credit-kept", 13_200)] };
  const next = withCreditUsed(booked, { at }, { pendingRefunds: [pending] });
  expect([next.invoices[0]?.receivedCents, creditCents(next)]).toEqual([3_200, 10_000]);
});
