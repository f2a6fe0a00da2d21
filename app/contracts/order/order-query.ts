import { defineQuery } from "groq";
import { byRank, isOn, paymentFragment, richTextFragment, seoFragment } from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { OrderQueryResult } from "../../content/sanity.types.ts";
import type { CalendarDate } from "../../model/contracts/billing-dates.ts";

export const orderQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-contract" && ${isOn}][0]{ eyebrow, heading, intro, ${seoFragment} },
  "catalogue": *[_type == "orderService" && active != false] | ${byRank}{
    serviceId, title, description, priceCents, kind
  },
  "policy": *[_type == "legalPage" && _id == "legalPage-policy"][0]{ title, version, effectiveDate, "body": body[]{ ${richTextFragment} } },
  ${paymentFragment},
  ...*[_type == "siteSettings" && _id == "siteSettings"][0]{
    "features": {
      "cards": coalesce(features.cards, true),
      "signature": coalesce(features.signature, "optional"),
      "coupons": coalesce(features.coupons, false),
      "customServices": coalesce(features.customServices, false)
    }
  }
}`);

type Order = Extract<OrderQueryResult, { features: object }>;
/** Of a site that has settings. `priceCents` of a service is its price, or that of one month. */
export type OrderPageData = Omit<Order, "policy"> & {
  policy: WithRichText<NonNullable<Order["policy"]>, "body"> | null;
};
export type OrderServiceData = OrderPageData["catalogue"][number];
/** What the company has switched on in its order form. */
export type OrderFeatures = OrderPageData["features"];

/** What the order form shows. */
export type OrderPage = OrderPageData & {
  /** The date in the company's time zone, from which the next charges are counted. */
  today: CalendarDate;
  /** Sent with the order, so that clients agree to the policy that they were shown. */
  policyHash: string;
};

/** The coupon of a code that is valid now. Needs a token: coupons are hidden from anonymous readers. */
export const couponQuery = defineQuery(
  `*[_type == "coupon" && code == $code && active == true
    && (!defined(validFrom) || dateTime(validFrom) <= dateTime($now))
    && (!defined(validUntil) || dateTime($now) < dateTime(validUntil))
  ] | order(_createdAt asc)[0]{ code, percentOff, centsOff }`,
);
