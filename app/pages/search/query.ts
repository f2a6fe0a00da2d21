import { defineQuery } from "groq";
import { byRank, hasBlog, isOn, sectionWords, wordsFragment } from "../../content/fragments.ts";

/**
 * All searchable content with its texts. The search itself runs in memory over these few documents. The result is the same
 * for everyone, so a CDN can serve it.
 */
export const searchIndexQuery = defineQuery(`{
  "pages": *[_type in ["homePage", "aboutPage", "pageIntro", "legalPage"] && ${isOn}]{
    _id, "title": coalesce(headline, heading, title), "summary": coalesce(subheadline, intro, seo.description),
    "more": [seo.title, seo.description] + coalesce(story[]{ ${wordsFragment} }.words, [])
      + coalesce(body[]{ ${wordsFragment} }.words, []) + ${sectionWords}
  },
  "customPages": *[_type == "page" && defined(slug.current)] | order(title asc){
    title, "slug": slug.current, "summary": coalesce(intro, seo.description),
    "more": [seo.title, seo.description] + ${sectionWords}
  },
  "services": *[_type == "pageService" && defined(slug.current)] | ${byRank}{
    title, "slug": slug.current, summary, "more": coalesce(description[]{ ${wordsFragment} }.words, []) + coalesce(features, [])
  },
  "projects": *[_type == "project" && defined(slug.current)] | ${byRank}{
    title, "slug": slug.current, summary,
    "more": [client, category] + coalesce(description[]{ ${wordsFragment} }.words, []) + coalesce(technologies, [])
  },
  "posts": *[_type == "post" && defined(slug.current) && publishedAt <= now() && ${hasBlog}] | order(publishedAt desc){
    title, "slug": slug.current, "summary": excerpt,
    "more": [*[_type == "author" && _id == ^.author._ref][0].name] + coalesce(body[]{ ${wordsFragment} }.words, [])
      + coalesce(tags, [])
  }
}`);
