import { defineQuery } from "groq";
import { paymentFragment, richTextFragment, seoFragment } from "../../content/fragments.ts";
import type { CalendarDate } from "../../model/contracts/billing-dates.ts";
import type { SeoData } from "../../content/fragments.ts";
import type { RichText } from "../../content/rich-text.ts";

export const orderQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-contract"][0]{ eyebrow, heading, intro, ${seoFragment} },
  "catalogue": *[_type == "orderService" && active != false] | order(order asc){
    serviceId, title, description, priceCents, kind
  },
  "policy": *[_type == "legalPage" && _id == "legalPage-policy"][0]{ title, version, effectiveDate, "body": body[]{ ${richTextFragment} } },
  ${paymentFragment},
  ...*[_type == "siteSettings" && _id == "siteSettings"][0]{
    "features": {
      "signature": coalesce(features.signature, "optional"),
      "coupons": coalesce(features.coupons, false),
      "customServices": coalesce(features.customServices, false)
    }
  }
}`);

/** One service of the catalogue; `priceCents` is the price, or the price of one month, in whole cents. */
export interface OrderServiceData {
  serviceId: string;
  title: string;
  description: string | null;
  priceCents: number;
  kind: "one-time" | "monthly";
}

/** What the company has switched on in its order form. */
export interface OrderFeatures {
  signature: "off" | "optional" | "required";
  coupons: boolean;
  customServices: boolean;
}

export interface PolicyData {
  title: string;
  version: string;
  effectiveDate: string | null;
  body: RichText;
}

/** Whom clients pay, and how by cheque. */
export interface PaymentTerms {
  payee: string;
  chequeInstructions: string | null;
}

export interface OrderPageData {
  intro: { eyebrow: string | null; heading: string; intro: string | null; seo: SeoData | null } | null;
  catalogue: OrderServiceData[];
  policy: PolicyData | null;
  /** Null while the site has no settings. */
  payment: PaymentTerms | null;
  features: OrderFeatures;
}

/** What the order form shows. */
export interface OrderPage extends OrderPageData {
  /** The date in the company's time zone, from which the next charges are counted. */
  today: CalendarDate;
  /** Sent with the order, so that clients agree to the policy that they were shown. */
  policyHash: string;
}

/** The coupon of a code that is valid now. Needs a token: coupons are hidden from anonymous readers. */
export const couponQuery = defineQuery(
  `*[_type == "coupon" && code == $code && active == true
    && (!defined(validFrom) || dateTime(validFrom) <= dateTime($now))
    && (!defined(validUntil) || dateTime($now) < dateTime(validUntil))
  ] | order(_createdAt asc)[0]{ code, percentOff, centsOff }`,
);

export interface CouponData {
  code: string;
  percentOff: number | null;
  centsOff: number | null;
}
