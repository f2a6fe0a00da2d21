import { defineQuery } from "groq";

/** The coupon of a code that is valid now. Needs a token: coupons are hidden from anonymous readers. */
export const couponQuery = defineQuery(
  `*[_type == "coupon" && code == $code && active == true
    && (!defined(validFrom) || dateTime(validFrom) <= dateTime($now))
    && (!defined(validUntil) || dateTime($now) < dateTime(validUntil))
  ] | order(_createdAt asc)[0]{ code, percentOff, centsOff }`,
);

/** A coupon as stored; either value may be missing or invalid. */
export interface CouponData {
  code: string;
  percentOff: number | null;
  centsOff: number | null;
}
