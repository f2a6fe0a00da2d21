import { createHash } from "node:crypto";
import type { CouponQueryResult } from "../../content/sanity.types.ts";
import type { ContractDocument } from "../../model/contracts/contract-document.ts";
import { normalCode, type Coupon } from "../../model/contracts/coupon.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { priceOrder, type OrderTotals } from "../../model/contracts/pricing.ts";
import { choicesOf, type CatalogueEntry } from "../../model/contracts/services.ts";
import { taxLabel, type Tax } from "../../model/contracts/tax.ts";
import { type ReadClient, storeError } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { couponQuery } from "./order-query.ts";

const CODE = /^[A-Z0-9-]{3,30}$/;

/** Returns null for unfinished documents: both kinds of discount, none, or a fraction. */
function readCoupon(data: CouponQueryResult): Coupon | null {
  if (!data) return null;
  const percentOff = data.percentOff || null;
  const centsOff = data.centsOff || null;
  const whole = [percentOff, centsOff].every((value) => value === null || Number.isSafeInteger(value));
  if (!whole || (percentOff === null) === (centsOff === null)) return null;
  if ((percentOff ?? 1) < 1 || (percentOff ?? 1) > 100 || (centsOff ?? 1) < 1) return null;
  return { code: data.code, percentOff, centsOff };
}

/**
 * Returns the coupon of a code, as it was typed, if it is valid at this moment, else null. Throws an AppError when the store does not answer.
 */
export async function findCoupon(client: ReadClient, typed: string, now: Date): Promise<Coupon | null> {
  const code = normalCode(typed);
  if (!CODE.test(code)) return null;
  try {
    const params = { code, now: now.toISOString() };
    return readCoupon(
      await client.fetch<CouponQueryResult>(couponQuery, params, { perspective: "published", useCdn: false }),
    );
  } catch (cause) {
    throw storeError(cause);
  }
}

/** The posted total differs from the server's: the visitor sees the new one and decides again. */
export class PricesChanged extends AppError {
  readonly totals: OrderTotals;
  /** The coupon if it is still valid. */
  readonly coupon: Coupon | null;

  constructor(
    totals: OrderTotals,
    coupon: Coupon | null,
    safeMessage: string = contractMessages.pricesChanged,
  ) {
    super("conflict", "The client has seen other content or prices.", { safeMessage });
    this.totals = totals;
    this.coupon = coupon;
  }
}

/** What prices are made of at this moment. */
export interface PriceList {
  catalogue: readonly CatalogueEntry[];
  /** The tax on orders, or null if there is none. */
  tax: Tax | null;
  /** Returns the coupon of a code, or null when it is not valid. */
  findCoupon: (code: string) => Promise<Coupon | null>;
}

/**
 * Returns what a stored contract costs at this moment; null when its coupon is no longer valid. An adminContract
 * costs what it cost when it was made.
 */
export async function priceContract(
  { catalogue, tax, findCoupon }: PriceList,
  contract: ContractDocument,
): Promise<OrderTotals | null> {
  const choices = choicesOf(contract.services);
  if (contract.offer) {
    const { offer, customServices } = contract;
    return priceOrder(offer.catalogue, choices, customServices, offer.coupon, contract.tax);
  }
  const coupon = contract.couponCode ? await findCoupon(contract.couponCode) : null;
  if (contract.couponCode && !coupon) return null;
  return priceOrder(catalogue, choices, [], coupon, tax);
}

/** Whether a contract costs what it cost when it was stored. */
export function costsTheSame({ total, payment, tax }: ContractDocument, totals: OrderTotals): boolean {
  const isTaxedSo = totals.tax?.percent === tax?.percent;
  return isTaxedSo && totals.totalCents === total && totals.dueTodayCents === payment.amountDueToday;
}

/** Returns the version of a price list: the same for the same tax and the same services, kinds and prices in any order. */
export function priceListVersion({ catalogue, tax }: Pick<PriceList, "catalogue" | "tax">): string {
  const prices = catalogue.map(({ serviceId, kind, priceCents }) => [serviceId, kind, priceCents].join(":"));
  return createHash("sha256")
    .update([...prices.sort(), ...(tax ? [taxLabel(tax)] : [])].join())
    .digest("hex")
    .slice(0, 12);
}
