import { defineQuery } from "groq";
import { introFragment, isOn } from "../../content/fragments.ts";
import type { GetStartedQueryResult } from "../../content/sanity.types.ts";

/** The texts of the page, and those of the three pages that it leads to. */
export const getStartedQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-get-started"][0]{ ${introFragment} },
  "questionnaire": *[_type == "pageIntro" && _id == "pageIntro-questionnaire" && ${isOn}][0]{ heading, "text": coalesce(seo.description, intro) },
  "contract": *[_type == "pageIntro" && _id == "pageIntro-contract" && ${isOn}][0]{ heading, "text": coalesce(seo.description, intro) },
  "contact": *[_type == "pageIntro" && _id == "pageIntro-contact"][0]{ heading, "text": coalesce(seo.description, intro) },
  "contactDetails": *[_type == "siteSettings" && _id == "siteSettings"][0]{ email, phone }
}`);

export type GetStartedPageData = GetStartedQueryResult;
export type ChoiceData = NonNullable<GetStartedPageData["questionnaire"]>;
