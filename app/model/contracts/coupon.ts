import { oneLine } from "../typed-text.ts";
import { formatCents, percentOf, type Cents } from "./money.ts";

/** A discount: a whole percentage, or an amount. Exactly one of the two is set. */
export interface Coupon {
  code: string;
  percentOff: number | null;
  centsOff: Cents | null;
}

/** Returns the code in upper case, without spaces around it and characters that nobody sees. */
export function normalCode(posted: string): string {
  return oneLine(posted).toUpperCase();
}

/**
 * Returns what a coupon takes off each of the given amounts, in whole cents and never more than there is. A percentage is taken
 * off each amount, rounded half up; a fixed amount from the first, then from the next.
 */
export function couponShares(coupon: Coupon | null, amounts: readonly Cents[]): Cents[] {
  let left = coupon?.centsOff ?? 0;
  return amounts.map((amount) => {
    if (coupon?.percentOff) return percentOf(amount, Math.min(coupon.percentOff, 100));
    const share = Math.min(left, amount);
    left -= share;
    return share;
  });
}

/** Returns `10% off` or `$50.00 off`. */
export function describeCoupon({ percentOff, centsOff }: Coupon): string {
  return percentOff ? `${percentOff}% off` : `${formatCents(centsOff ?? 0)} off`;
}
