import type { PaymentStatus } from "./contract-document.ts";
import type { Cents } from "./money.ts";

/** A row of the amounts of a contract. What is taken off is negative. */
export interface AmountRow {
  label: string;
  cents: Cents;
  isSum: boolean;
}

/** The stored amounts of a contract, in cents. */
export interface StoredAmounts {
  amount: Cents;
  amountDueToday: Cents;
  oneTimeTotal: Cents;
  recurringTotal: Cents;
  recurringDiscount: Cents;
  couponDiscount: Cents;
  refundedAmount: Cents;
}

/** A cheque has a term, so an invoice is not due today. */
const DUE_LABELS: Record<PaymentStatus, string> = {
  pending: "Due today",
  error: "Due today",
  invoice: "Due",
  completed: "Paid",
};

/** Returns the label of the first payment of a contract. */
const dueLabel = (status: PaymentStatus): string => DUE_LABELS[status];

const row = (label: string, cents: Cents): AmountRow => ({ label, cents, isSum: false });
const sum = (label: string, cents: Cents): AmountRow => ({ label, cents, isSum: true });

/** The stored totals of a contract with a coupon do not say which services the coupon made cheaper. */
function servicesRows(amounts: StoredAmounts): AmountRow[] {
  const { amount, oneTimeTotal, recurringTotal, recurringDiscount, couponDiscount } = amounts;
  if (couponDiscount > 0) return [row("Services", amount + recurringDiscount + couponDiscount)];
  return [
    row("One-time services", oneTimeTotal),
    row("Recurring services", recurringTotal + recurringDiscount),
  ];
}

/**
 * Returns the amounts of a placed contract so that they add up: services before any discount, discounts, total; then
 * what is due or paid, and what was refunded.
 */
export function amountRows(amounts: StoredAmounts, status: PaymentStatus, couponCode: string): AmountRow[] {
  const { amount, amountDueToday, recurringDiscount, couponDiscount, refundedAmount } = amounts;
  return [
    ...servicesRows(amounts),
    row("Discount", -recurringDiscount),
    ...(couponDiscount > 0 ? [row(`Coupon ${couponCode}`.trim(), -couponDiscount)] : []),
    sum("Total", amount),
    sum(dueLabel(status), amountDueToday),
    ...(refundedAmount > 0 ? [row("Refunded", -refundedAmount)] : []),
  ];
}
