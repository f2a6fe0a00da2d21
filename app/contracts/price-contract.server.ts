import type { ContractDocument } from "./contract-document.ts";
import type { Coupon } from "./coupon.ts";
import { priceOrder, type CatalogueEntry, type CustomLine, type OrderTotals } from "./pricing.ts";
import { choicesOf } from "./services.ts";

/** What prices are made of at this moment. */
export interface PriceList {
  catalogue: readonly CatalogueEntry[];
  /** The coupon of a code, or null when it does not count (any more). */
  findCoupon: (code: string) => Promise<Coupon | null>;
}

/** The custom services that have a price; a wish of the public form has none. */
export function pricedLines(customServices: ContractDocument["customServices"]): CustomLine[] {
  return customServices
    .filter(({ price }) => price > 0)
    .map(({ description, price }) => ({ description, priceCents: price }));
}

/**
 * What a stored order costs at this moment; null when its coupon does not count any more. A contract that an admin has made
 * costs what it cost when it was made.
 */
export async function priceContract(
  { catalogue, findCoupon }: PriceList,
  contract: ContractDocument,
): Promise<OrderTotals | null> {
  const choices = choicesOf(contract.services);
  if (contract.offer) {
    const { offer, customServices } = contract;
    return priceOrder(offer.catalogue, choices, pricedLines(customServices), offer.coupon);
  }
  const coupon = contract.couponCode ? await findCoupon(contract.couponCode) : null;
  if (contract.couponCode && !coupon) return null;
  return priceOrder(catalogue, choices, [], coupon);
}

/** Whether an order costs what it cost when it was stored. */
export function costsTheSame({ total, payment }: ContractDocument, totals: OrderTotals): boolean {
  return totals.totalCents === total && totals.dueTodayCents === payment.amountDueToday;
}
