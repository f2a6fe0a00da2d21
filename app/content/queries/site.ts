import { defineQuery } from "groq";
import { seoFragment } from "../fragments.ts";
import type { SeoData } from "../fragments.ts";

/** What the frame of every page needs: the company and the names of its services. One query, once per document. */
export const siteQuery = defineQuery(`{
  "settings": *[_id == "siteSettings"][0]{
    companyName, legalName, email, phone, address, location, tagline,
    "socialLinks": coalesce(socialLinks[]{ label, url }, []),
    features,
    ${seoFragment}
  },
  "services": *[_type == "pageService" && defined(slug.current)] | order(order asc){ title, "slug": slug.current }
}`);

export interface SiteSettings {
  companyName: string;
  legalName: string | null;
  email: string;
  phone: string | null;
  address: { street?: string; suite?: string; city?: string; state?: string; zipCode?: string } | null;
  location: string;
  tagline: string;
  socialLinks: { label: string; url: string }[];
  features: {
    coupons?: boolean;
    customServices?: boolean;
    signature?: "off" | "optional" | "required";
    hostedInvoices?: boolean;
  } | null;
  seo: SeoData | null;
}

export interface SiteResult {
  settings: SiteSettings | null;
  services: { title: string; slug: string }[];
}
