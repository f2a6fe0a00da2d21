import { defineQuery } from "groq";
import { introFragment } from "../../content/fragments.ts";

/** The words above the contact form; how to reach the company comes with the frame of the page. */
export const contactQuery = defineQuery(
  `*[_type == "pageIntro" && _id == "pageIntro-contact"][0]{ ${introFragment} }`,
);
