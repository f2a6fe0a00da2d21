import { defineQuery } from "groq";
import { byRank } from "../../content/fragments.ts";
import type { ContactFormQueryResult } from "../../content/sanity.types.ts";

/** What the owner set of the contact form, and the services that links to it name. */
export const contactFormQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0].contactForm{
    asksService, options, questions[]{ question, kind, choices, isRequired }
  },
  "services": *[_type == "pageService" && defined(slug.current)] | ${byRank}{ title, "slug": slug.current },
  "texts": *[_type == "contactTexts" && _id == "contactTexts"][0]
}`);

export type ContactFormData = ContactFormQueryResult;
