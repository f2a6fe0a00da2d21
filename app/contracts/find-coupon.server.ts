import type { ReadClient } from "../platform/content-store.ts";
import { couponQuery, type CouponData } from "../content/queries/coupon.ts";
import { storeError } from "../platform/store-error.server.ts";
import type { Coupon } from "./coupon.ts";

const CODE = /^[A-Z0-9-]{3,30}$/;

/** Half-finished documents (both kinds of discount, none, or a fraction) are no coupons. */
function readCoupon(data: CouponData | null): Coupon | null {
  if (!data) return null;
  const percentOff = data.percentOff || null;
  const centsOff = data.centsOff || null;
  const whole = [percentOff, centsOff].every((value) => value === null || Number.isSafeInteger(value));
  if (!whole || (percentOff === null) === (centsOff === null)) return null;
  if ((percentOff ?? 1) < 1 || (percentOff ?? 1) > 100 || (centsOff ?? 1) < 1) return null;
  return { code: data.code, percentOff, centsOff };
}

/**
 * The coupon of a code (as `normalCode` makes it) if it counts at this moment, else null. Throws an AppError when the store does not answer.
 */
export async function findCoupon(client: ReadClient, code: string, now: Date): Promise<Coupon | null> {
  if (!CODE.test(code)) return null;
  try {
    const params = { code, now: now.toISOString() };
    return readCoupon(
      await client.fetch<CouponData | null>(couponQuery, params, { perspective: "published", useCdn: false }),
    );
  } catch (cause) {
    throw storeError(cause);
  }
}
