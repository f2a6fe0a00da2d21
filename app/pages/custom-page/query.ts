import { defineQuery } from "groq";
import {
  imageFragment,
  projectCardFragment,
  richTextFragment,
  seoFragment,
  serviceCardFragment,
  statisticFragment,
  testimonialFragment,
  byRank,
} from "../../content/fragments.ts";
import type { RichText } from "../../content/rich-text.ts";
import type { CustomPageQueryResult } from "../../content/sanity.types.ts";

const richText = /* groq */ `text[]{ ${richTextFragment} }`;

/** Parameter: `slug`. A section without chosen documents shows all of them. */
export const customPageQuery = defineQuery(`*[_type == "page" && slug.current == $slug][0]{
  _id, title, "slug": slug.current, intro,
  "sections": coalesce(sections[]{
    _key, _type,
    _type == "textSection" => { "text": ${richText} },
    _type == "pictureSection" => {
      "text": ${richText}, "image": image{ ${imageFragment} }, "side": coalesce(side, "right")
    },
    _type == "servicesSection" => {
      heading, intro,
      "services": select(
        count(chosen) > 0 => chosen[@->_type == "pageService" && defined(@->slug.current)]->{ ${serviceCardFragment} },
        *[_type == "pageService" && defined(slug.current)] | ${byRank}{ ${serviceCardFragment} }
      )
    },
    _type == "projectsSection" => {
      heading, intro,
      "projects": select(
        count(chosen) > 0 => chosen[@->_type == "project" && defined(@->slug.current)]->{ ${projectCardFragment} },
        *[_type == "project" && defined(slug.current)] | ${byRank}{ ${projectCardFragment} }
      )
    },
    _type == "testimonialsSection" => {
      heading, intro,
      "testimonials": select(
        count(chosen) > 0 => chosen[@->_type == "testimonial" && defined(@->quote)]->{ ${testimonialFragment} },
        *[_type == "testimonial" && defined(quote)] | ${byRank}{ ${testimonialFragment} }
      )
    },
    _type == "figuresSection" => {
      heading, intro,
      "statistics": select(
        count(chosen) > 0 => chosen[@->_type == "statistic" && defined(@->value)]->{ ${statisticFragment} },
        *[_type == "statistic" && defined(value)] | ${byRank}{ ${statisticFragment} }
      )
    },
    _type == "callToActionSection" => { heading, text, cta{ label, href } },
    _type == "formSection" => { heading, intro, "form": coalesce(form, "contact") }
  }, []),
  ${seoFragment}
}`);

type FoundPage = NonNullable<CustomPageQueryResult>;
type FoundSection = FoundPage["sections"][number];

/** Portable text is typed loosely, as in `WithRichText`. */
type Loose<Section> = Section extends { _type: "textSection" | "pictureSection" }
  ? Omit<Section, "text"> & { text: RichText | null }
  : Section;

export type PageSection = Loose<FoundSection>;
export type CustomPageData = Omit<FoundPage, "sections"> & { sections: PageSection[] };
