import { defineQuery } from "groq";
import { introFragment } from "../../content/fragments.ts";

/** The texts above the contact form; contact details come with the root loader's data. */
export const contactQuery = defineQuery(
  `*[_type == "pageIntro" && _id == "pageIntro-contact"][0]{ ${introFragment} }`,
);
