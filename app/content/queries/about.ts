import type { RichText } from "../rich-text.ts";
import { defineQuery } from "groq";
import { imageFragment, seoFragment, statisticFragment } from "../fragments.ts";
import type { ContentImageData, SeoData } from "../fragments.ts";
import type { HomePageData, StatisticData } from "./home.ts";

/** The about page and, for its end, the home page's closing words. */
export const aboutQuery = defineQuery(`*[_id == "aboutPage"][0]{
  heading, intro, story, mission,
  "image": image{ ${imageFragment} },
  "values": coalesce(values[]{ _key, title, text }, []),
  "team": coalesce(team[]{ _key, name, role, bio, "photo": photo{ ${imageFragment} } }, []),
  "statistics": coalesce(statistics[defined(@->value)]->{ ${statisticFragment} }, []),
  "closing": *[_id == "homePage"][0].closing,
  ${seoFragment}
}`);

export interface TeamMember {
  _key: string;
  name: string;
  role: string | null;
  bio: string | null;
  photo: ContentImageData | null;
}

export interface AboutPageData {
  heading: string;
  intro: string | null;
  story: RichText | null;
  mission: string | null;
  image: ContentImageData | null;
  values: { _key: string; title: string; text: string }[];
  team: TeamMember[];
  statistics: StatisticData[];
  closing: HomePageData["closing"];
  seo: SeoData | null;
}
