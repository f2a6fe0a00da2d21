import type { ContractDocument } from "./contract-document.ts";
import type { Coupon } from "./coupon.ts";
import { priceOrder, type CatalogueEntry, type OrderTotals } from "./pricing.ts";
import { choicesOf } from "./services.ts";

/** What prices are made of at this moment. */
export interface PriceList {
  catalogue: readonly CatalogueEntry[];
  /** The coupon of a code, or null when it does not count (any more). */
  findCoupon: (code: string) => Promise<Coupon | null>;
}

/** What a stored order costs at this moment; null when its coupon does not count any more. */
export async function priceContract(
  { catalogue, findCoupon }: PriceList,
  contract: ContractDocument,
): Promise<OrderTotals | null> {
  const coupon = contract.couponCode ? await findCoupon(contract.couponCode) : null;
  if (contract.couponCode && !coupon) return null;
  return priceOrder(catalogue, choicesOf(contract.services), [], coupon);
}

/** Whether an order costs what it cost when it was stored. */
export function costsTheSame({ total, payment }: ContractDocument, totals: OrderTotals): boolean {
  return totals.totalCents === total && totals.dueTodayCents === payment.amountDueToday;
}
