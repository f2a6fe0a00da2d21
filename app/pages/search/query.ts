import { defineQuery } from "groq";
import { byRank, hasBlog, isOn } from "../../content/fragments.ts";

/**
 * All searchable content with its texts. The search itself runs in memory over these few documents. The result is the same
 * for everyone, so a CDN can serve it.
 */
export const searchIndexQuery = defineQuery(`{
  "pages": *[_type in ["homePage", "aboutPage", "pageIntro", "legalPage"] && ${isOn}]{
    _id, "title": coalesce(headline, heading, title), "summary": coalesce(subheadline, intro, seo.description),
    "more": [seo.title, seo.description, pt::text(story), pt::text(body)]
  },
  "customPages": *[_type == "page" && defined(slug.current)] | order(title asc){
    title, "slug": slug.current, "summary": coalesce(intro, seo.description),
    "more": [seo.title, seo.description] + coalesce(sections[].heading, []) + coalesce(sections[].intro, [])
      + coalesce(sections[]{ "text": coalesce(pt::text(text), text) }.text, [])
  },
  "services": *[_type == "pageService" && defined(slug.current)] | ${byRank}{
    title, "slug": slug.current, summary, "more": [pt::text(description)] + coalesce(features, [])
  },
  "projects": *[_type == "project" && defined(slug.current)] | ${byRank}{
    title, "slug": slug.current, summary,
    "more": [client, category, pt::text(description)] + coalesce(technologies, [])
  },
  "posts": *[_type == "post" && defined(slug.current) && publishedAt <= now() && ${hasBlog}] | order(publishedAt desc){
    title, "slug": slug.current, "summary": excerpt,
    "more": [*[_type == "author" && _id == ^.author._ref][0].name, pt::text(body)] + coalesce(tags, [])
  }
}`);
