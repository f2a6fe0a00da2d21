import { defineQuery } from "groq";
import type { SitemapQueryResult } from "../sanity.types.ts";

/**
 * When each page last changed: its own document, or the newest of those it lists.
 * Times are ISO and in UTC, so their order as text is their order in time.
 */
export const sitemapQuery = defineQuery(`{
  "pages": *[_type in ["homePage", "aboutPage", "pageIntro", "legalPage"]]{ _id, _updatedAt },
  "services": *[_type == "pageService"] | order(_updatedAt desc)[0]._updatedAt,
  "projects": *[_type == "project"] | order(_updatedAt desc)[0]._updatedAt,
  "posts": *[_type == "post" && defined(slug.current) && publishedAt <= now()] | order(publishedAt desc){
    "slug": slug.current, _updatedAt
  }
}`);

export type SitemapData = SitemapQueryResult;
