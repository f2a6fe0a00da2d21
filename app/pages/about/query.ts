import { defineQuery } from "groq";
import {
  closingFragment,
  imageFragment,
  richTextFragment,
  seoFragment,
  statisticFragment,
} from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { AboutQueryResult } from "../../content/sanity.types.ts";

/** The about page and the home page's closing section, which it ends with. */
export const aboutQuery = defineQuery(`*[_type == "aboutPage" && _id == "aboutPage"][0]{
  heading, intro, "story": story[]{ ${richTextFragment} }, mission,
  "image": image{ ${imageFragment} },
  "values": coalesce(values[]{ _key, title, text }, []),
  "team": coalesce(team[]{ _key, name, role, bio, "photo": photo{ ${imageFragment} } }, []),
  "statistics": coalesce(statistics[@->_type == "statistic" && defined(@->value)]->{ ${statisticFragment} }, []),
  ${closingFragment},
  ${seoFragment}
}`);

export type AboutPageData = WithRichText<NonNullable<AboutQueryResult>, "story">;
export type TeamMember = AboutPageData["team"][number];
