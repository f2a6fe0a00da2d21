import { defineQuery } from "groq";
import { imageFragment, seoFragment } from "../fragments.ts";
import type { ContentImageData, SeoData } from "../fragments.ts";

/** Everything on the home page in one answer. References to unpublished documents are left out. */
export const homeQuery = defineQuery(`*[_id == "homePage"][0]{
  headline, subheadline, primaryCta, secondaryCta,
  "heroImage": heroImage{ ${imageFragment} },
  servicesHeading, servicesIntro,
  "services": *[_type == "pageService" && defined(slug.current)] | order(order asc){
    title, "slug": slug.current, summary, icon
  },
  projectsHeading, projectsIntro,
  "projects": coalesce(featuredProjects[defined(@->title)]->{
    title, "slug": slug.current, client, category, year, summary,
    "results": coalesce(results[]{ value, label }, []),
    "image": image{ ${imageFragment} }
  }, []),
  testimonialsHeading,
  "testimonials": coalesce(testimonials[defined(@->quote)]->{
    _id, quote, name, role, company, "photo": photo{ ${imageFragment} }
  }, []),
  statisticsHeading, statisticsIntro,
  "statistics": coalesce(statistics[defined(@->value)]->{
    _id, value, prefix, suffix, label, description
  }, []),
  closing,
  ${seoFragment}
}`);

interface CallToAction {
  label: string;
  href: string;
}

export interface HomeService {
  title: string;
  slug: string;
  summary: string;
  icon: string | null;
}

export interface HomeProject {
  title: string;
  slug: string;
  client: string | null;
  category: string | null;
  year: number | string | null;
  summary: string;
  results: { value: string; label: string }[];
  image: ContentImageData | null;
}

export interface HomeTestimonial {
  _id: string;
  quote: string;
  name: string;
  role: string | null;
  company: string | null;
  photo: ContentImageData | null;
}

export interface StatisticData {
  _id: string;
  value: number;
  prefix: string | null;
  suffix: string | null;
  label: string;
  description: string | null;
}

export interface HomePageData {
  headline: string;
  subheadline: string | null;
  primaryCta: CallToAction | null;
  secondaryCta: CallToAction | null;
  heroImage: ContentImageData | null;
  servicesHeading: string;
  servicesIntro: string | null;
  services: HomeService[];
  projectsHeading: string;
  projectsIntro: string | null;
  projects: HomeProject[];
  testimonialsHeading: string;
  testimonials: HomeTestimonial[];
  statisticsHeading: string;
  statisticsIntro: string | null;
  statistics: StatisticData[];
  closing: { heading: string; text: string | null; cta: CallToAction | null } | null;
  seo: SeoData | null;
}
