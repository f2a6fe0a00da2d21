/** What every picture on the site needs. Used as `image{ ${imageFragment} }`; GROQ answers null when there is no picture. */
export const imageFragment = /* groq */ `
  "assetPath": asset->path,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height,
  "lqip": asset->metadata.lqip,
  alt,
  hotspot{ x, y, width, height },
  crop{ top, bottom, left, right }
`;

/** The page's own search-engine fields; anything left empty falls back to the page's heading and the site's settings. */
export const seoFragment = /* groq */ `seo{ title, description, image{ ${imageFragment} } }`;

/** One figure with its words. */
export const statisticFragment = /* groq */ `_id, value, prefix, suffix, label, description`;

/** The opening of a page that is otherwise a list. */
export const introFragment = /* groq */ `eyebrow, heading, intro, ${seoFragment}`;

/** The last word of a page. The home page's is shared by those that follow it. */
export const closingFragment = /* groq */ `heading, text, cta{ label, href }`;

/** A picture as `imageFragment` answers it. `assetPath` is `images/<project>/<dataset>/<file>`; sizes in pixels. */
export interface ContentImageData {
  /** Null, as are the sizes, while an editor has described a picture and not chosen it. */
  assetPath: string | null;
  width: number | null;
  height: number | null;
  lqip: string | null;
  alt: string | null;
  /** Centre of interest and its size, each a fraction (0 to 1) of the picture. */
  hotspot: { x: number; y: number; width: number; height: number } | null;
  /** Fractions (0 to 1) cut from each side. */
  crop: { top: number; bottom: number; left: number; right: number } | null;
}

export interface SeoData {
  title: string | null;
  description: string | null;
  image: ContentImageData | null;
}
