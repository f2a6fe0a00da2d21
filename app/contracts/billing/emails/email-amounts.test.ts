import { expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import { cardName } from "../../../model/contracts/card.ts";
import { invoiceRows, orderRows } from "./email-amounts.ts";

test("an order has its services before any discount, what is taken off and a total that is their sum", () => {
  const rows = orderRows(sampleContract("stripe", { couponCode: "SPRING" }));
  expect(rows.map(({ label, cents }) => [label, cents])).toEqual([
    ["Website development", 50_000],
    ["Website maintenance (every 6 months, 12 months)", 144_000],
    ["Discount", -14_400],
    ["Coupon SPRING", -11_480],
    ["Total", 168_120],
  ]);
  const sum = rows.slice(0, -1).reduce((all, { cents }) => all + cents, 0);
  expect(sum).toBe(rows.at(-1)?.cents);
});

test("an invoice is itemised as far as the lines explain its total", () => {
  const contract = sampleContract("invoice");
  expect(invoiceRows(contract, SAMPLE_INVOICE).map(({ label }) => label)).toEqual([
    "Website development",
    "Website maintenance (every 6 months)",
    "Total",
  ]);
  expect(invoiceRows(contract, { ...SAMPLE_INVOICE, totalCents: 1 })).toHaveLength(1);
});

test("a card is named by its brand and last four digits", () => {
  const { payment } = sampleContract("stripe");
  expect(cardName({ payment })).toBe("your card");
  expect(cardName({ payment: { ...payment, card: { brand: "visa", last4: "4242" } } })).toBe(
    "Visa ending in 4242",
  );
});
