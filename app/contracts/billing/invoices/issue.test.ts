import { expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import { contentRows, invoicedContent } from "../../../model/contracts/invoice-content.ts";
import { nextInvoice } from "./issue.server.ts";

test("an invoice of two frequencies that are due on one day has a line of each, as first printed", () => {
  const contract = sampleContract("invoice", { date: "2026-11-22" }, "monthly");
  const [website, monthly] = contract.lines ?? [];
  if (!website || !monthly) throw new Error("The sample has two lines.");
  const half = { _key: "biannually", frequency: "biannually", months: 6, amountCents: 10_800 } as const;
  const line = {
    ...monthly,
    _key: "db",
    title: "Database",
    frequency: half.frequency,
    paymentCents: 10_800,
    discountCents: 2_400,
    dueTodayCents: 10_800,
  };
  const schedule = [...contract.payment.schedule, half].map((entry) => ({
    ...entry,
    nextDate: "2027-05-22",
  }));
  const billed = {
    ...contract,
    lines: [website, monthly, line],
    payment: { ...contract.payment, schedule },
    invoices: [SAMPLE_INVOICE],
  };
  const next = nextInvoice(billed, "2027-05-22");
  expect(next?.content).toMatchObject({ totalCents: 22_800, frequency: "", periodStart: "2027-05-22" });
  expect(next?.content.lines.map(({ detail }) => detail)).toEqual([
    "1 month, May 22, 2027 to Jun 21, 2027",
    "6 months, May 22, 2027 to Nov 21, 2027",
  ]);
  expect(next?.schedule.map(({ nextDate }) => nextDate)).toEqual(["2027-06-22", "2027-11-22"]);
  const summary = {
    ...SAMPLE_INVOICE,
    number: "INV-2027-0001",
    totalCents: 22_800,
    periodStart: "2027-05-22",
  };
  const stored = { ...billed, invoices: [SAMPLE_INVOICE, summary] };
  expect(contentRows(invoicedContent(stored, summary))).toEqual(contentRows(next!.content));
});
