import type { Coupon } from "../coupon.ts";
import {
  priceOrder,
  type CatalogueEntry,
  type CustomLine,
  type OrderTotals,
  type ServiceChoice,
} from "../pricing.ts";
import type { OfferState } from "./offer.ts";

/** A contract that an admin has made, as its client's browser knows it. */
export interface OfferView {
  /** The end of the private link. */
  token: string;
  uuid: string;
  state: OfferState;
  /** ISO time. */
  expiresAt: string;
  /** What the contact step starts with, by the names of its fields. */
  fields: [name: string, value: string][];
  catalogue: CatalogueEntry[];
  choices: ServiceChoice[];
  custom: CustomLine[];
  coupon: Coupon | null;
}

/** What an offer costs: nothing of it is the client's to choose. */
export function offerTotals({ catalogue, choices, custom, coupon }: OfferView): OrderTotals {
  return priceOrder(catalogue, choices, custom, coupon);
}
