import type { ContractDocument } from "./contract-document.ts";
import type { ContractEvent } from "./history.ts";

/** The payment provider's public configuration. */
export interface CardConfig {
  publishableKey: string;
  /** URL of another Stripe.js, for test payments without an account. */
  scriptUrl: string | null;
  /** True when no money moves: the account is in test mode, or there is none. */
  test: boolean;
}

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** `Visa ending in 4242`; `""` without digits. */
export function nameOfCard({ brand, last4 }: { brand?: string | null; last4?: string | null }): string {
  return last4 ? `${BRANDS[brand ?? ""] ?? "card"} ending in ${last4}` : "";
}

/** `Visa ending in 4242` of the next charge; `your card` while it is not known. */
export function cardName({ payment }: Pick<ContractDocument, "payment">): string {
  return nameOfCard(payment.card ?? {}) || "your card";
}

/** The same of a charge that was made or declined, whichever card was set since. */
export function cardOfEvent(
  contract: Pick<ContractDocument, "payment">,
  { card }: Pick<ContractEvent, "card">,
): string {
  return nameOfCard(card ?? {}) || cardName(contract);
}
