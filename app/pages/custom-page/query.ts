import { defineQuery } from "groq";
import { sectionsFragment, seoFragment } from "../../content/fragments.ts";

/** Parameter: `slug`. */
export const customPageQuery = defineQuery(`*[_type == "page" && slug.current == $slug][0]{
  _id, title, "slug": slug.current, intro,
  ${sectionsFragment},
  ${seoFragment}
}`);
