import { defineQuery } from "groq";
import {
  closingFragment,
  imageFragment,
  introFragment,
  pictureFragment,
  richTextFragment,
  seoFragment,
  statisticFragment,
  byRank,
} from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { PortfolioQueryResult, ProjectQueryResult } from "../../content/sanity.types.ts";

/** All that the overview shows of a project. */
const projectFragment = /* groq */ `
  _id, title, "slug": slug.current, client, category, year, summary,
  "description": description[]{ ${richTextFragment} },
  "technologies": coalesce(technologies, []),
  "results": coalesce(results[]{ value, label }, []),
  "image": image{ ${imageFragment} }
`;

/** Projects in the editors' order; the stat cards are the statistics that the about page chooses. */
export const portfolioQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-portfolio"][0]{ ${introFragment} },
  "projects": *[_type == "project" && defined(slug.current)] | ${byRank}{
    ${projectFragment}
  },
  "statistics": coalesce(*[_type == "aboutPage" && _id == "aboutPage"][0].statistics[@->_type == "statistic" && defined(@->value)]->{ ${statisticFragment} }, []),
  ${closingFragment}
}`);

/** Parameter: `slug`. A project with its gallery, and all in their order, of which one is the next. */
export const projectQuery = defineQuery(`*[_type == "project" && slug.current == $slug][0]{
  ${projectFragment}, _updatedAt,
  "gallery": coalesce(gallery[defined(asset)]{ ${pictureFragment} }, []),
  "all": *[_type == "project" && defined(slug.current)] | ${byRank}{ title, "slug": slug.current, client, category, year },
  ${seoFragment}
}`);

type FoundProject = WithRichText<NonNullable<ProjectQueryResult>, "description">;
export type ProjectPageData = Omit<FoundProject, "all"> & { next: FoundProject["all"][number] | null };

export type ProjectData = WithRichText<PortfolioQueryResult["projects"][number], "description">;
export type PortfolioPageData = Omit<PortfolioQueryResult, "projects"> & { projects: ProjectData[] };
