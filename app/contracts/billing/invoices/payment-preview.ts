import type { Cents } from "../../../model/contracts/money.ts";

/** The `intent` that shows what a payment pays, before it is saved. */
export const PREVIEW = "preview";

/** Stands for the number of an invoice in the form of a payment that is for the oldest open ones. */
export const OLDEST = "oldest";

/** What a payment would pay. */
export interface PaymentPreview {
  amountCents: Cents;
  /** `invoice` is a number, or `OWN_INVOICES`; `openCents` is what stays open of it. */
  parts: { invoice: string; amountCents: Cents; openCents: Cents }[];
  /** Left of it for invoices to come. */
  leftCents: Cents;
  /** Kept as a credit only if the admin agrees: more than the invoice needs that it is for, or all open ones. */
  surplusCents: Cents;
}
