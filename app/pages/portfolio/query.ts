import { defineQuery } from "groq";
import {
  closingFragment,
  imageFragment,
  introFragment,
  richTextFragment,
  statisticFragment,
  byRank,
} from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { PortfolioQueryResult } from "../../content/sanity.types.ts";

/** Projects in the editors' order; the stat cards are the statistics that the about page chooses. */
export const portfolioQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-portfolio"][0]{ ${introFragment} },
  "projects": *[_type == "project" && defined(slug.current)] | ${byRank}{
    _id, title, "slug": slug.current, client, category, year, summary,
    "description": description[]{ ${richTextFragment} },
    "technologies": coalesce(technologies, []),
    "results": coalesce(results[]{ value, label }, []),
    "image": image{ ${imageFragment} }
  },
  "statistics": coalesce(*[_type == "aboutPage" && _id == "aboutPage"][0].statistics[@->_type == "statistic" && defined(@->value)]->{ ${statisticFragment} }, []),
  "closing": *[_type == "homePage" && _id == "homePage"][0].closing{ ${closingFragment} }
}`);

export type ProjectData = WithRichText<PortfolioQueryResult["projects"][number], "description">;
export type PortfolioPageData = Omit<PortfolioQueryResult, "projects"> & { projects: ProjectData[] };
