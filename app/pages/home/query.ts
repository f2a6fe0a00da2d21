import { defineQuery } from "groq";
import { imageFragment, sectionsFragment, seoFragment } from "../../content/fragments.ts";
import type { HomeQueryResult } from "../../content/sanity.types.ts";

/** Everything on the home page. References to unpublished documents are left out. */
export const homeQuery = defineQuery(`*[_type == "homePage" && _id == "homePage"][0]{
  headline, subheadline, primaryCta{ label, href }, secondaryCta{ label, href },
  "heroImage": heroImage{ ${imageFragment} },
  ${sectionsFragment},
  ${seoFragment}
}`);

export type HomePageData = NonNullable<HomeQueryResult>;
