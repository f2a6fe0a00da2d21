import { defineQuery } from "groq";
import { introFragment } from "../../content/fragments.ts";

/** The texts above the questionnaire. */
export const questionnaireQuery = defineQuery(
  `*[_type == "pageIntro" && _id == "pageIntro-questionnaire"][0]{ ${introFragment} }`,
);
