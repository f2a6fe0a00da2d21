import { expect, test } from "vitest";
import { amountRows, type StoredAmounts } from "./amounts.ts";
import type { PaymentStatus } from "./contract-document.ts";

const AMOUNTS: StoredAmounts = {
  amount: 207_200,
  amountDueToday: 104_000,
  oneTimeTotal: 50_000,
  recurringTotal: 157_200,
  recurringDiscount: 10_800,
  couponDiscount: 0,
  refundedAmount: 0,
};
const textOf = (amounts: Partial<StoredAmounts>, status: PaymentStatus, coupon = "") =>
  amountRows({ ...AMOUNTS, ...amounts }, status, coupon).map(({ label, cents }) => `${label} ${cents}`);

test("services stand before their discount, so that the rows above the total add up to it", () => {
  expect(textOf({}, "invoice")).toEqual([
    "One-time services 50000",
    "Recurring services 168000",
    "Discount -10800",
    "Total 207200",
    "Due 104000",
  ]);
});

test("a coupon is one more discount", () => {
  const amounts = { amount: 202_200, oneTimeTotal: 45_000, couponDiscount: 5_000, amountDueToday: 99_000 };
  expect(textOf(amounts, "pending", "FIFTY")).toEqual([
    "Services 218000",
    "Discount -10800",
    "Coupon FIFTY -5000",
    "Total 202200",
    "Due today 99000",
  ]);
});

test("what is paid is not due, and what was refunded is negative", () => {
  expect(textOf({ refundedAmount: 1_000 }, "completed").slice(-2)).toEqual(["Paid 104000", "Refunded -1000"]);
});
