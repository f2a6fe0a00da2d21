import { defineQuery } from "groq";
import { closingFragment, imageFragment, introFragment, richTextFragment } from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { ServicesQueryResult } from "../../content/sanity.types.ts";

export const servicesQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-services"][0]{ ${introFragment} },
  "services": *[_type == "pageService" && defined(slug.current)] | order(order asc){
    _id, title, "slug": slug.current, summary, "description": description[]{ ${richTextFragment} }, icon,
    "features": coalesce(features, []),
    "image": image{ ${imageFragment} }
  },
  "closing": *[_type == "homePage" && _id == "homePage"][0].closing{ ${closingFragment} }
}`);

export type ServiceData = WithRichText<ServicesQueryResult["services"][number], "description">;
export type ServicesPageData = Omit<ServicesQueryResult, "services"> & { services: ServiceData[] };
