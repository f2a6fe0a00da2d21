import { defineQuery } from "groq";
import {
  brandFragment,
  byRank,
  hasBlog,
  introFragment,
  isOn,
  linkFragment,
  seoFragment,
} from "./fragments.ts";
import type { SiteQueryResult, SitemapQueryResult } from "./sanity.types.ts";

/** Data of the layout of every page: the company and the names of its services. */
export const siteQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    companyName, legalName, email, phone, location, tagline,
    address{ street, suite, city, state, zipCode, country },
    "socialLinks": coalesce(socialLinks[]{ label, url }, []),
    ${seoFragment}
  },
  "newsletter": *[_type == "siteSettings" && _id == "siteSettings"][0].newsletter{ popup, popupSeconds, footer },
  "offPages": *[_type == "siteSettings" && _id == "siteSettings"][0].offPages,
  "analyticsId": *[_type == "siteSettings" && _id == "siteSettings"][0].analyticsId,
  "services": *[_type == "pageService" && defined(slug.current)] | ${byRank}{ _id, title, "slug": slug.current },
  "look": *[_type == "look" && _id == "look"][0]{
    ${brandFragment},
    logoSize, navigation[]{ ${linkFragment} }, button{ ${linkFragment} }, footerLinks[]{ ${linkFragment} },
    announcement{ text, from, until, link{ ${linkFragment} } }
  },
  "texts": *[_type in [
    "thankYouTexts", "newsletterTexts", "signInTexts", "getStartedTexts", "orderTexts", "errorTexts", "questionnaireTexts",
    "consentTexts", "pageTexts", "accountTexts", "contactTexts"
  ] && _id == _type]
}`);

export type SiteResult = SiteQueryResult;
export type SiteSettings = NonNullable<SiteResult["settings"]>;

/** Parameter: `id`, such as `pageIntro-contact`. The texts above a form. */
export const introQuery = defineQuery(
  `*[_type == "pageIntro" && _id == $id && ${isOn}][0]{ ${introFragment} }`,
);

/**
 * When each page last changed: the newest of its own document and those that it lists. Times are ISO in UTC, so they sort as
 * text.
 */
export const sitemapQuery = defineQuery(`{
  "pages": *[_type in ["homePage", "aboutPage", "pageIntro", "legalPage"] && ${isOn}]{ _id, _updatedAt },
  "customPages": *[_type == "page" && defined(slug.current)] | order(slug.current asc){
    "slug": slug.current, _updatedAt
  },
  "services": *[_type == "pageService"] | order(_updatedAt desc)[0]._updatedAt,
  "projects": *[_type == "project" && defined(slug.current)] | ${byRank}{ "slug": slug.current, _updatedAt },
  "posts": *[_type == "post" && defined(slug.current) && publishedAt <= now() && ${hasBlog}] | order(publishedAt desc){
    "slug": slug.current, _updatedAt
  }
}`);

export type SitemapData = SitemapQueryResult;

/**
 * The slugs of all pages that editors made. Unknown paths are looked up in its result: a query with the path itself would
 * let a stranger cause as many different queries as there are words.
 */
export const pageSlugsQuery = defineQuery(`*[_type == "page" && defined(slug.current)].slug.current`);

/** The logo of printed documents. */
export const brandQuery = defineQuery(`*[_type == "look" && _id == "look"][0]{ ${brandFragment} }`);

/** What every share image shows. */
const cardFragment = /* groq */ `
  "company": *[_type == "siteSettings" && _id == "siteSettings"][0].companyName,
  "look": *[_type == "look" && _id == "look"][0]{ ${brandFragment} }
`;

/** Parameter: `id` of the page's document. The texts of its share image. */
export const pageCardQuery = defineQuery(`{
  ${cardFragment},
  "title": *[_type in ["homePage", "aboutPage", "pageIntro", "legalPage"] && _id == $id && ${isOn}][0]{
    "text": coalesce(headline, heading, title)
  }.text
}`);

/** Parameter: `slug`. The same for a page that editors made. */
export const customPageCardQuery = defineQuery(`{
  ${cardFragment},
  "title": *[_type == "page" && slug.current == $slug][0].title
}`);

/** Parameter: `slug`. The same for a project. */
export const projectCardQuery = defineQuery(`{
  ${cardFragment},
  "title": *[_type == "project" && slug.current == $slug][0].title
}`);

/** Parameter: `slug`. The same for a published article. */
export const postCardQuery = defineQuery(`{
  ${cardFragment},
  "title": *[_type == "post" && defined(slug.current) && publishedAt <= now() && slug.current == $slug && ${hasBlog}][0].title
}`);

/** Where the owner's old addresses lead. */
export const redirectsQuery = defineQuery(
  `*[_type == "redirects" && _id == "redirects"][0].list[]{ "from": coalesce(from, ""), "to": coalesce(to, "") }`,
);
