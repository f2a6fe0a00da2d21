import type { Cents } from "../../../model/contracts/money.ts";

/** The `intent` that previews a payment. */
export const PREVIEW = "preview";

/** Value of the field `number` for a payment of the oldest open invoices. */
export const OLDEST = "oldest";

/** Which invoices a payment would pay. */
export interface PaymentPreview {
  amountCents: Cents;
  /** `invoice`: a number or `OWN_INVOICES`. `openCents`: what remains open after the payment. */
  parts: { invoice: string; amountCents: Cents; openCents: Cents }[];
  /** The rest: for future invoices, or to be paid back where none follows. */
  leftCents: Cents;
  hasNextInvoice: boolean;
  /** More than is open of the selected invoices. Saved as a credit only if the admin confirms it. */
  surplusCents: Cents;
}
