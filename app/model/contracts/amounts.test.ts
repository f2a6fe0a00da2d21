import { expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../tests/support/sample-contract.ts";
import { accountRows, orderRows } from "./account.ts";
import {
  firstPaymentLabel,
  explainFrequency,
  orderDates,
  orderSums,
  recurringPrice,
  serviceRow,
  sumRows,
  totalNote,
  type AmountRow,
} from "./amounts.ts";
import { newCancellation } from "./cancellation.ts";
import type { PaymentFrequency } from "./frequency.ts";
import { contentRows, firstInvoice, invoicedContent } from "./invoice-content.ts";
import { priceOrder } from "./pricing.ts";
import { paymentDates } from "./renewals.ts";

const textOf = (rows: readonly AmountRow[]) => rows.map(({ label, cents }) => `${label} ${cents}`);
const SUMS = { totalCents: 207_200, discountCents: 0, couponCents: 0, couponCode: "" };

test("rows above the total add up to it, and only what is taken off stands there", () => {
  expect(textOf(sumRows(SUMS))).toEqual(["Total 207200"]);
  expect(
    textOf(sumRows({ ...SUMS, discountCents: 10_800, couponCents: 5_000, couponCode: "FIFTY" })),
  ).toEqual(["Services 223000", "Discount -10800", "Coupon FIFTY -5000", "Total 207200"]);
});

test("an order has its services before any discount, how a price recurs, and what the total counts", () => {
  const order = sampleContract("stripe", { couponCode: "SPRING" });
  const rows = [...order.lines.map(serviceRow), ...orderRows(order)];
  expect(textOf(rows)).toEqual([
    "Website development 50000",
    "Website maintenance 144000",
    "Services 194000",
    "Discount -14400",
    "Coupon SPRING -11480",
    "Total 168120",
  ]);
  expect(rows[1]?.note).toBe("Every 6 months (10% off): $1,296.00 for 12 months, $648.00 every 6 months");
  expect(rows.at(-1)?.note).toBe("Counts twelve months of services that renew");
});

test("a total says what it counts where something renews", () => {
  const noteOf = (...frequencies: (PaymentFrequency | null)[]) =>
    totalNote(frequencies.map((frequency) => ({ frequency })));
  expect(noteOf(null)).toBe("");
  expect(noteOf("monthly", null)).toBe("Counts one month of monthly services");
  expect(noteOf("monthly", "annually")).toBe(
    "Counts one month of monthly services and twelve months of the others that renew",
  );
});

const CATALOGUE = [
  { serviceId: "a", title: "Support", priceCents: 12_000, kind: "monthly" },
  { serviceId: "b", title: "Hosting", priceCents: 2_000, kind: "monthly" },
] as const;

test("an order that is being made begins with what is paid when", () => {
  const totals = priceOrder(CATALOGUE, [
    { serviceId: "a", paymentFrequency: "quarterly" },
    { serviceId: "b", paymentFrequency: "annually" },
  ]);
  const rows = [...orderDates(totals, { byInvoice: false, today: "2026-11-30" }), ...orderSums(totals, null)];
  expect(rows.map(({ label, cents, note = "" }) => [label, cents, note])).toEqual([
    ["Due today", 54_600, ""],
    ["February 28, 2027", 34_200, "then every 3 months"],
    ["November 30, 2027", 20_400, "then every year"],
    ["Services", 168_000, ""],
    ["Discount", -10_800, ""],
    ["Total", 157_200, "Counts twelve months of services that renew"],
  ]);
  expect(textOf(orderDates(totals, { byInvoice: true, today: null }))).toEqual([
    "First invoice 54600",
    "Then every 3 months 34200",
    "Then every year 20400",
  ]);
});

test("a stored order says what was paid when, and what follows while something does", () => {
  const order = sampleContract("stripe", {}, "quarterly");
  const rows = (contract: typeof order, today: string | null) =>
    paymentDates(contract, today).map(({ label, cents, note }) => [label, cents, note]);
  const first = ["November 22, 2026", 84_200, "First payment"];
  expect(rows(order, null)).toEqual([first, ["February 22, 2027", 34_200, "then every 3 months"]]);
  expect(rows(order, "2027-06-01")).toEqual([first, ["August 22, 2027", 34_200, "then every 3 months"]]);
  const cancellation = newCancellation(order, { by: "client", now: new Date("2027-06-01T15:00:00Z") });
  expect(rows({ ...order, cancellation }, "2027-06-01")).toEqual([first]);
  const once = { ...order, payment: { ...order.payment, schedule: [] } };
  expect(rows(once, null)).toEqual([]);
});

test("a card is charged today, an invoice is due later", () => {
  expect(firstPaymentLabel({ dueTodayCents: 1_200 }, true)).toBe("First invoice");
  expect(firstPaymentLabel({ dueTodayCents: 1_200 }, false)).toBe("Due today");
  expect(firstPaymentLabel({ dueTodayCents: 0 }, true)).toBe("Due today");
});

test("a price says what the total counts, and a frequency what it takes off", () => {
  expect(recurringPrice(34_200, "quarterly")).toBe("$1,368.00 for 12 months, $342.00 every 3 months");
  expect([recurringPrice(12_000, "monthly"), recurringPrice(122_400, "annually")]).toEqual([
    "$120.00 every month",
    "$1,224.00 every year",
  ]);
  expect(explainFrequency(12_000, "quarterly")).toBe(
    "The total counts 12 months at $120.00, $1,440.00, less 5%: $1,368.00 for 12 months, $342.00 every 3 months.",
  );
  expect(explainFrequency(12_000, "monthly")).toBe("The total counts one month: $120.00 every month.");
  expect(explainFrequency(12_000, "monthly", true)).toBe(
    "The total counts one month: $120.00 every month, plus tax.",
  );
});

test("an invoice in an email has the rows of its sheet, as far as the lines explain its total", () => {
  const contract = sampleContract("invoice");
  expect(contentRows(invoicedContent(contract, SAMPLE_INVOICE))).toEqual(
    contentRows(firstInvoice(contract, SAMPLE_INVOICE.periodStart)),
  );
  const odd = contentRows(invoicedContent(contract, { ...SAMPLE_INVOICE, totalCents: 1 }));
  expect(textOf(odd)).toEqual(["Services 1", "Total 1"]);
});

test("what is still to pay follows credits and part payments", () => {
  const invoices = [{ ...SAMPLE_INVOICE, creditedCents: 10_800, receivedCents: 4_000 }];
  const { payment } = sampleContract("invoice");
  expect(
    textOf(accountRows({ status: "invoice", payment: { ...payment, receivedAmount: 4_000 }, invoices })),
  ).toEqual(["Invoiced 114800", "Credited -10800", "Paid -4000", "Still to pay 100000"]);
});

test("what went back of more than was owed adds up to what is still to pay, and what else went back stands below", () => {
  const invoices = [{ ...SAMPLE_INVOICE, receivedCents: SAMPLE_INVOICE.totalCents, status: "paid" as const }];
  const { payment } = sampleContract("invoice");
  const rows = (refundedAmount: number) => {
    const history = [
      {
        _key: "credit-kept-1",
        at: "2026-12-01T15:00:00.000Z",
        kind: "credit-kept" as const,
        amountCents: 6_800,
      },
      {
        _key: "refund-1",
        at: "2026-12-02T15:00:00.000Z",
        kind: "refunded" as const,
        amountCents: refundedAmount,
      },
    ];
    const paid = { ...payment, receivedAmount: SAMPLE_INVOICE.totalCents + 6_800, refundedAmount };
    return textOf(accountRows({ status: "completed", payment: paid, invoices, history }));
  };
  const paid = ["Invoiced 114800", "Paid -121600"];
  expect(rows(5_000)).toEqual([...paid, "Credit left 1800", "Refunded 5000", "Still to pay 0"]);
  expect(rows(6_800)).toEqual([...paid, "Refunded 6800", "Still to pay 0"]);
  expect(rows(7_800)).toEqual([...paid, "Refunded 6800", "Still to pay 0", "Refunded 1000"]);
});

test("what a card paid is not due, and what was refunded is negative", () => {
  const { payment } = sampleContract("stripe");
  const paid = { ...payment, receivedAmount: 114_800, refundedAmount: 1_000 };
  expect(textOf(accountRows({ status: "completed", payment: paid }))).toEqual([
    "Paid 114800",
    "Refunded -1000",
  ]);
  expect(textOf(accountRows({ status: "pending", payment }))).toEqual(["Due today 114800"]);
});
