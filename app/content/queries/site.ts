import { defineQuery } from "groq";
import { seoFragment } from "../fragments.ts";
import type { SiteQueryResult } from "../sanity.types.ts";

/** What the frame of every page needs: the company and the names of its services. One query, once per document. */
export const siteQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    companyName, legalName, email, phone, location, tagline,
    address{ street, suite, city, state, zipCode },
    "socialLinks": coalesce(socialLinks[]{ label, url }, []),
    features{ coupons, customServices, signature, hostedInvoices },
    ${seoFragment}
  },
  "analyticsId": *[_type == "siteSettings" && _id == "siteSettings"][0].analyticsId,
  "services": *[_type == "pageService" && defined(slug.current)] | order(order asc){ title, "slug": slug.current }
}`);

export type SiteResult = SiteQueryResult;
export type SiteSettings = NonNullable<SiteResult["settings"]>;
