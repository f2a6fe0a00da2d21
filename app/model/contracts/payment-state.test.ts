import { expect, test } from "vitest";
import type { ContractDocument, InvoiceSummary } from "./contract-document.ts";
import { hasEvent, inOrder, withEvent, type ContractEvent } from "./history.ts";
import { overdueMark, PAYMENT_STATE_LABELS, paymentMarks, paymentStateOf } from "./payment-state.ts";

const TODAY = "2027-03-10";

const invoice = (fields: Partial<InvoiceSummary> = {}) =>
  ({ kind: "invoice", status: "open", dueOn: "2027-03-10", ...fields }) as InvoiceSummary;

interface Given extends Partial<Omit<ContractDocument, "payment">> {
  payment?: Partial<ContractDocument["payment"]>;
}

const stateOf = ({ payment, ...fields }: Given): string | null =>
  paymentStateOf(
    {
      agreedToTerms: true,
      status: "completed",
      payment: { amountDueToday: 1_000, ...payment },
      ...fields,
    } as ContractDocument,
    TODAY,
  );

const ended = {
  requestedAt: "",
  by: "client",
  endsOn: TODAY,
  revocableUntil: TODAY,
  confirmedAt: "",
  endedAt: "2027-03-10T05:00:00.000Z",
};

test.each<[string, Given, string | null]>([
  ["an offer that nobody has signed", { offer: {} as never, agreedToTerms: false, status: "pending" }, null],
  ["a signed offer that waits for its card", { offer: {} as never, status: "pending" }, "waiting"],
  ["an order that waits for its card", { status: "pending" }, "waiting"],
  ["a paid contract", {}, "paid"],
  ["a declined card", { status: "error" }, "failed"],
  ["a declined renewal", { payment: { chargeFailedAt: "2027-03-01T00:00:00.000Z" } }, "failed"],
  ["by invoice, before the invoice is issued", { status: "invoice" }, "due"],
  ["an invoice that is due today", { status: "invoice", invoices: [invoice()] }, "due"],
  [
    "one overdue invoice among others",
    { invoices: [invoice({ status: "paid" }), invoice({ dueOn: "2027-03-09" }), invoice()] },
    "overdue",
  ],
  ["an unpaid credit note owes nothing", { invoices: [invoice({ kind: "credit-note" })] }, "paid"],
  ["the only invoice is void", { status: "invoice", invoices: [invoice({ status: "void" })] }, "cancelled"],
  ["cancelled and ended", { cancellation: ended }, "cancelled"],
  ["cancelled, not ended", { cancellation: { ...ended, endedAt: "" } }, "paid"],
  ["ended with an open invoice", { cancellation: ended, invoices: [invoice()] }, "due"],
  ["refunded in part", { payment: { refundedAmount: 999 } }, "paid"],
  ["refunded", { payment: { refundedAmount: 1_000 } }, "refunded"],
  [
    "refunded, with a later invoice overdue",
    { payment: { refundedAmount: 1_000 }, invoices: [invoice({ dueOn: "2027-03-09" })] },
    "overdue",
  ],
  [
    "the first of two charges refunded",
    { payment: { refundedAmount: 1_000, receivedAmount: 2_000 } },
    "paid",
  ],
])("%s", (_, given, wanted) => {
  expect(stateOf(given)).toBe(wanted);
  if (wanted) expect(PAYMENT_STATE_LABELS).toHaveProperty(wanted);
});

test("events of one second stay in the order in which they were written", () => {
  const events = [
    { kind: "placed", at: "2027-03-10T12:00:00.700Z" },
    { kind: "charged", at: "2027-03-10T12:00:00.000Z" },
    { kind: "refunded", at: "2027-03-10T12:00:00.000Z" },
    { kind: "charge-failed", at: "2027-03-10T11:59:59.000Z" },
  ];
  expect(inOrder(events).map(({ kind }) => kind)).toEqual(["charge-failed", "placed", "charged", "refunded"]);
});

test("an event that is told twice stands once", () => {
  const event: ContractEvent = { _key: "charged-in_1", at: "2027-03-10T05:00:00.000Z", kind: "charged" };
  const once = withEvent(undefined, event);
  expect(withEvent(once, { ...event, at: "later" })).toEqual([event]);
  expect(withEvent(once, { ...event, _key: "charged-in_2" })).toHaveLength(2);
  expect([hasEvent(once, "charged-in_1"), hasEvent(undefined, "charged-in_1")]).toEqual([true, false]);
});

test("beside the state stand a partial refund and the last day of cancelled services, until they end", () => {
  const marksOf = (refundedAmount: number, cancellation: Partial<typeof ended> | null) =>
    paymentMarks({
      payment: { amountDueToday: 1_000, refundedAmount },
      cancellation: cancellation && { ...ended, ...cancellation },
    } as ContractDocument);
  expect(marksOf(0, null)).toEqual([]);
  expect(marksOf(999, null)).toEqual(["Partly refunded"]);
  expect(marksOf(1_000, null)).toEqual([]);
  expect(marksOf(0, { endsOn: "2027-11-23", endedAt: "" })).toEqual(["Ends Nov 22, 2027"]);
  expect(marksOf(0, {})).toEqual([]);
});

test("an overdue contract says how much is overdue, and since when the oldest is", () => {
  const of = (dueOn: string, receivedCents = 0) => invoice({ dueOn, totalCents: 13_200, receivedCents });
  expect(overdueMark([of("2027-03-10")], TODAY)).toEqual([]);
  const mark = overdueMark([of("2027-03-09"), of("2026-11-12", 3_200), of("2027-04-01")], TODAY);
  expect(mark).toEqual(["$232.00 since Nov 12, 2026"]);
});
