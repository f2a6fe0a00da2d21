import { capitalized } from "../format.ts";
import { LOCALE } from "../locale.ts";

/** How invoices are paid that are not paid by card. */
export type PayBy = "cheque" | "transfer";

/** As the payment settings and issued invoices store it. Without `payBy` it is by cheque, the specified way. */
export interface StoredPayTerms {
  payBy?: string | null | undefined;
  chequeInstructions?: string | null | undefined;
  transferInstructions?: string | null | undefined;
}

export interface PayTerms {
  payBy: PayBy;
  /** What clients have to know, in the owner's words; `""` where nothing is said. */
  instructions: string;
}

/** Returns how invoices are paid. */
export const payTermsOf = (stored: StoredPayTerms | null | undefined): PayTerms =>
  stored?.payBy === "transfer"
    ? { payBy: "transfer", instructions: stored.transferInstructions ?? "" }
    : { payBy: "cheque", instructions: stored?.chequeInstructions ?? "" };

/** Returns what an invoice stores of `payTermsOf`. */
export const storedPayTerms = ({ payBy, instructions }: PayTerms): StoredPayTerms =>
  payBy === "transfer" ? { payBy, transferInstructions: instructions } : { chequeInstructions: instructions };

/** What it is called: "you pay by check". */
export const PAY_BY_NAMES: Readonly<Record<PayBy, string>> = {
  cheque: LOCALE.cheque,
  transfer: "bank transfer",
};

/** What stands before the payee. */
export const PAY_TO: Readonly<Record<PayBy, string>> = {
  cheque: `Make the ${LOCALE.cheque} payable to`,
  transfer: "Transfer the amount to",
};

/** Money that came in, or went back, without a card: it is recorded by hand. */
export const BY_HAND_NAME = `${LOCALE.cheque} or transfer`;

/** The same, as a label. */
export const BY_HAND_LABEL = capitalized(BY_HAND_NAME);
