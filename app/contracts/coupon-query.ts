import { defineQuery } from "groq";

/** A coupon that counts at this moment. Asked with a token only: coupons are invisible to anonymous readers. */
export const couponQuery = defineQuery(
  `*[_type == "coupon" && code == $code && active == true
    && (!defined(validFrom) || dateTime(validFrom) <= dateTime($now))
    && (!defined(validUntil) || dateTime($now) < dateTime(validUntil))
  ] | order(_createdAt asc)[0]{ code, percentOff, centsOff }`,
);

/** As an editor left it: neither the one nor the other need be set, or sensible. */
export interface CouponData {
  code: string;
  percentOff: number | null;
  centsOff: number | null;
}
