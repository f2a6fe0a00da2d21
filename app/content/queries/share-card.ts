import { defineQuery } from "groq";

/** Parameter: `id` of the document that a page stands on. What is written on the picture that the page is shared with. */
export const pageCardQuery = defineQuery(`{
  "company": *[_type == "siteSettings" && _id == "siteSettings"][0].companyName,
  "title": *[_type in ["homePage", "aboutPage", "pageIntro", "legalPage"] && _id == $id][0]{
    "text": coalesce(headline, heading, title)
  }.text
}`);

/** Parameter: `slug`. The same for an article whose time has come. */
export const postCardQuery = defineQuery(`{
  "company": *[_type == "siteSettings" && _id == "siteSettings"][0].companyName,
  "title": *[_type == "post" && defined(slug.current) && publishedAt <= now() && slug.current == $slug][0].title
}`);
