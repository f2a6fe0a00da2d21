/**
 * Projection of an image, used as `image{ ${imageFragment} }`. GROQ returns null when there is no image, and for its asset where a draft
 * refers to a document of another type, which may be private. Written out: with a function in it no query had the type of its result.
 */
export const imageFragment = /* groq */ `
  "assetPath": select(asset->_type == "sanity.imageAsset" => asset->path),
  "width": select(asset->_type == "sanity.imageAsset" => asset->metadata.dimensions.width),
  "height": select(asset->_type == "sanity.imageAsset" => asset->metadata.dimensions.height),
  "lqip": select(asset->_type == "sanity.imageAsset" => asset->metadata.lqip),
  alt,
  hotspot{ x, y, width, height },
  crop{ top, bottom, left, right }
`;

/** Projection of a list of pictures with captions, used as `gallery[defined(asset)]{ ${pictureFragment} }`. */
export const pictureFragment = /* groq */ `_key, ${imageFragment}, caption`;

/** Projection of the blocks of portable text, used as `body[]{ ${richTextFragment} }`. Pictures and files get what they are shown with. */
export const richTextFragment = /* groq */ `...,
  _type in ["image", "imageWithAlt"] => { ${imageFragment}, caption },
  _type == "gallery" => { "pictures": coalesce(pictures[defined(asset)]{ ${pictureFragment} }, []) },
  _type == "video" => {
    "file": select(file.asset->_type == "sanity.fileAsset" => file.asset->path),
    "captions": select(captions.asset->_type == "sanity.fileAsset" => captions.asset->path),
    "poster": poster{ ${imageFragment} }
  }`;

const pictureWords = /* groq */ `coalesce(alt, "") + " " + coalesce(caption, "")`;

/** The words of a block of portable text, of which the search reads `body[]{ ${wordsFragment} }.words`. */
export const wordsFragment = /* groq */ `"words": select(
  _type == "table" => pt::text(rows[].cells[].value[]),
  _type == "note" => pt::text(text),
  _type == "code" => code,
  _type == "video" => title,
  _type == "gallery" => array::join(pictures[]{ "words": ${pictureWords} }.words, " "),
  _type == "imageWithAlt" => ${pictureWords},
  pt::text(@)
)`;

/** Projection of the owner's look, as far as pictures are drawn of it. */
export const brandFragment = /* groq */ `
  logo{ ${imageFragment} }, logoDark{ ${imageFragment} }, icon{ ${imageFragment} }, logoShowsName,
  accentColor, accentColorDark, font, showsDrawings
`;

/** Projection of the SEO fields. Empty ones fall back to the page's heading and the site's settings. */
export const seoFragment = /* groq */ `seo{ title, description, image{ ${imageFragment} } }`;

/** The order of the lists that editors drag, as @sanity/orderable-document-list stores it. */
export const byRank = /* groq */ `order(orderRank asc)`;

export const statisticFragment = /* groq */ `_id, value, prefix, suffix, label, description, source, sourceUrl`;

const serviceCardFragment = /* groq */ `_id, title, "slug": slug.current, summary, icon`;

const projectCardFragment = /* groq */ `
  _id, title, "slug": slug.current, client, category, year, summary,
  "results": coalesce(results[]{ value, label }, []),
  "image": image{ ${imageFragment} }
`;

const testimonialFragment = /* groq */ `
  _id, quote, name, role, company, "photo": photo{ ${imageFragment} }
`;

export const introFragment = /* groq */ `eyebrow, heading, intro, ${seoFragment}`;

/** Ids of the page openings whose pages the owner has switched off. */
const offPages = /* groq */ `coalesce(*[_type == "siteSettings" && _id == "siteSettings"][0].offPages, [])`;

/** Condition for a page's document: the page is not switched off. */
export const isOn = /* groq */ `!(_id in ${offPages})`;

/** Condition for everything that belongs to the blog. */
export const hasBlog = /* groq */ `!("pageIntro-blog" in ${offPages})`;

/** Condition for what can be ordered in the public form. */
export const hasOrderForm = /* groq */ `!("pageIntro-contract" in ${offPages})`;

const calledTo = /* groq */ `heading, text, cta{ label, href }`;

/** Projection of a page's sections but the hidden ones. A section without chosen documents shows all of them. */
export const sectionsFragment = /* groq */ `"sections": coalesce(sections[isHidden != true]{
    _key, _type,
    _type == "textSection" => { "text": text[]{ ${richTextFragment} } },
    _type == "pictureSection" => {
      "text": text[]{ ${richTextFragment} }, "image": image{ ${imageFragment} }, "side": coalesce(side, "right")
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
    _type == "callToActionSection" => { ${calledTo} },
    _type == "formSection" => { heading, intro, "form": coalesce(form, "contact") }
  }, [])`;

/** The last call to action of the home page, with which other pages end. */
export const closingFragment = /* groq */ `"closing": *[_type == "homePage" && _id == "homePage"][0]
    .sections[_type == "callToActionSection" && isHidden != true][-1]{ _key, ${calledTo} }`;

/** The words of a page's sections, for the search. */
export const sectionWords = /* groq */ `coalesce(sections[isHidden != true].heading, [])
      + coalesce(sections[isHidden != true].intro, [])
      + coalesce(sections[isHidden != true].text[]{ ${wordsFragment} }.words, [])
      + coalesce(sections[_type == "callToActionSection" && isHidden != true].text, [])`;

/** Projection of a link to one of the owner's pages or to another address. */
export const linkFragment = /* groq */ `label, "to": select(defined(page) => select(page->_type == "page" => "/" + page->slug.current), href)`;

/** The payee and the address for replies, which admins alone write. */
export const paymentFragment = /* groq */ `"payment": *[_type == "paymentSettings" && _id == "paymentSettings"][0]{
    payee, payBy, chequeInstructions, transferInstructions, tax{ name, percent }, replyTo
  }`;

/** The result of `imageFragment`. `assetPath` is `images/<project>/<dataset>/<file>`; sizes are in pixels. */
export interface ContentImageData {
  /** Null, like the sizes, while an editor has described an image but not chosen it. */
  assetPath: string | null;
  width: number | null;
  height: number | null;
  lqip: string | null;
  alt: string | null;
  /** Hotspot and its size, as fractions (0 to 1) of the image. */
  hotspot: { x: number; y: number; width: number; height: number } | null;
  /** Fractions (0 to 1) cut from each side. */
  crop: { top: number; bottom: number; left: number; right: number } | null;
}

export interface SeoData {
  title: string | null;
  description: string | null;
  image: ContentImageData | null;
}
