import { defineQuery } from "groq";
import { introFragment } from "../fragments.ts";
import type { PageIntroData } from "../fragments.ts";

/** The page's own words, and those of the three pages its doors lead to. */
export const getStartedQuery = defineQuery(`{
  "intro": *[_id == "pageIntro-get-started"][0]{ ${introFragment} },
  "questionnaire": *[_id == "pageIntro-questionnaire"][0]{ heading, "text": coalesce(seo.description, intro) },
  "contract": *[_id == "pageIntro-contract"][0]{ heading, "text": coalesce(seo.description, intro) },
  "contact": *[_id == "pageIntro-contact"][0]{ heading, "text": coalesce(seo.description, intro) },
  "contactDetails": *[_id == "siteSettings"][0]{ email, phone }
}`);

export interface DoorData {
  heading: string;
  text: string | null;
}

export interface GetStartedPageData {
  intro: PageIntroData | null;
  questionnaire: DoorData | null;
  contract: DoorData | null;
  contact: DoorData | null;
  contactDetails: { email: string; phone: string | null } | null;
}
