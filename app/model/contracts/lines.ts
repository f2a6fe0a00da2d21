import { type ContractDocument, type StoredLine } from "./contract-document.ts";
import { storedLines } from "./build-contract.ts";
import { priceOrder, type CatalogueEntry, type CustomLine, type OrderTotals } from "./pricing.ts";
import { choicesOf } from "./services.ts";

/** The custom services that have a price; a wish of the public form has none. */
export function pricedLines(customServices: ContractDocument["customServices"]): CustomLine[] {
  return customServices
    .filter(({ price }) => price > 0)
    .map(({ description, price }) => ({ description, priceCents: price }));
}

/** Whether prices of today are those that a contract was stored with. */
function hasSamePrices({ payment }: ContractDocument, totals: OrderTotals): boolean {
  const { amount, recurringDiscount, couponDiscount = 0 } = payment;
  return totals.totalCents === amount + couponDiscount && totals.recurringDiscountCents === recurringDiscount;
}

/**
 * Returns the lines of a contract. For one that was stored without them, they are computed from the offer or the catalogue,
 * without its coupon; null when prices have changed since.
 */
export function linesOf(
  contract: ContractDocument,
  catalogue: readonly CatalogueEntry[],
): StoredLine[] | null {
  if (contract.lines) return contract.lines;
  const prices = contract.offer?.catalogue ?? catalogue;
  const totals = priceOrder(prices, choicesOf(contract.services), pricedLines(contract.customServices));
  return hasSamePrices(contract, totals) ? storedLines(totals) : null;
}
