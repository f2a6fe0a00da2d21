import { defineQuery } from "groq";
import {
  closingFragment,
  imageFragment,
  projectCardFragment,
  seoFragment,
  serviceCardFragment,
  statisticFragment,
  testimonialFragment,
  byRank,
} from "../../content/fragments.ts";
import type { HomeQueryResult } from "../../content/sanity.types.ts";

/** Everything on the home page. References to unpublished documents are left out. */
export const homeQuery = defineQuery(`*[_type == "homePage" && _id == "homePage"][0]{
  headline, subheadline, primaryCta{ label, href }, secondaryCta{ label, href },
  "heroImage": heroImage{ ${imageFragment} },
  servicesHeading, servicesIntro,
  "services": *[_type == "pageService" && defined(slug.current)] | ${byRank}{ ${serviceCardFragment} },
  projectsHeading, projectsIntro,
  "projects": coalesce(featuredProjects[@->_type == "project" && defined(@->title)]->{ ${projectCardFragment} }, []),
  testimonialsHeading,
  "testimonials": coalesce(testimonials[@->_type == "testimonial" && defined(@->quote)]->{ ${testimonialFragment} }, []),
  statisticsHeading, statisticsIntro,
  "statistics": coalesce(statistics[@->_type == "statistic" && defined(@->value)]->{ ${statisticFragment} }, []),
  closing{ ${closingFragment} },
  ${seoFragment}
}`);

export type HomePageData = NonNullable<HomeQueryResult>;
export type HomeService = HomePageData["services"][number];
export type HomeProject = HomePageData["projects"][number];
export type HomeTestimonial = HomePageData["testimonials"][number];
