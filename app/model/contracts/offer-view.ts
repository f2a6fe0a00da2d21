import type { Coupon } from "./coupon.ts";
import {
  priceOrder,
  type CatalogueEntry,
  type CustomLine,
  type OrderTotals,
  type ServiceChoice,
} from "./pricing.ts";
import type { OfferState } from "./offer.ts";

/** The part of an adminContract that its client's browser gets. */
export interface OfferView {
  /** The last part of the private link. */
  token: string;
  uuid: string;
  state: OfferState;
  /** Incremented by every edit. */
  edition: number;
  /** ISO time. */
  expiresAt: string;
  /** What the contact step starts with, by the names of its fields. */
  fields: [name: string, value: string][];
  catalogue: CatalogueEntry[];
  choices: ServiceChoice[];
  custom: CustomLine[];
  coupon: Coupon | null;
}

/** Returns the totals of an offer. */
export function offerTotals({ catalogue, choices, custom, coupon }: OfferView): OrderTotals {
  return priceOrder(catalogue, choices, custom, coupon);
}
