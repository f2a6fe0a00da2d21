import type { RichText } from "../rich-text.ts";
import { defineQuery } from "groq";
import { imageFragment, introFragment } from "../fragments.ts";
import type { ContentImageData, PageIntroData } from "../fragments.ts";
import type { HomePageData } from "./home.ts";

export const servicesQuery = defineQuery(`{
  "intro": *[_id == "pageIntro-services"][0]{ ${introFragment} },
  "services": *[_type == "pageService" && defined(slug.current)] | order(order asc){
    title, "slug": slug.current, summary, description, icon,
    "features": coalesce(features, []),
    "image": image{ ${imageFragment} }
  },
  "closing": *[_id == "homePage"][0].closing
}`);

export interface ServiceData {
  title: string;
  slug: string;
  summary: string;
  description: RichText | null;
  features: string[];
  icon: string | null;
  image: ContentImageData | null;
}

export interface ServicesPageData {
  intro: PageIntroData | null;
  services: ServiceData[];
  closing: HomePageData["closing"];
}
