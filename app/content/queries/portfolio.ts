import type { RichText } from "../rich-text.ts";
import { defineQuery } from "groq";
import { imageFragment, introFragment, statisticFragment } from "../fragments.ts";
import type { PageIntroData } from "../fragments.ts";
import type { HomePageData, HomeProject, StatisticData } from "./home.ts";

/** Projects in the editors' order; the stat cards are the company's own figures, which the about page chooses. */
export const portfolioQuery = defineQuery(`{
  "intro": *[_id == "pageIntro-portfolio"][0]{ ${introFragment} },
  "projects": *[_type == "project" && defined(slug.current)] | order(order asc){
    title, "slug": slug.current, client, category, year, summary, description,
    "technologies": coalesce(technologies, []),
    "results": coalesce(results[]{ value, label }, []),
    "image": image{ ${imageFragment} }
  },
  "statistics": coalesce(*[_id == "aboutPage"][0].statistics[defined(@->value)]->{ ${statisticFragment} }, []),
  "closing": *[_id == "homePage"][0].closing
}`);

export interface ProjectData extends HomeProject {
  description: RichText | null;
  technologies: string[];
}

export interface PortfolioPageData {
  intro: PageIntroData | null;
  projects: ProjectData[];
  statistics: StatisticData[];
  closing: HomePageData["closing"];
}
