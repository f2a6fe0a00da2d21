import { PAYMENT_STATE_LABELS } from "../model/contracts/payment-state.ts";

/** What the column "Payment" says: the payment state, or that nobody has signed yet. */
export const PAYMENT_LABELS = { ...PAYMENT_STATE_LABELS, unsigned: "Not signed" };
export type PaymentFilter = keyof typeof PAYMENT_LABELS;

export const PAYMENT_FILTERS = Object.keys(PAYMENT_LABELS) as PaymentFilter[];

export function isPaymentFilter(value: unknown): value is PaymentFilter {
  return typeof value === "string" && Object.hasOwn(PAYMENT_LABELS, value);
}
