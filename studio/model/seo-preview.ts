import { legalPages } from "./kinds.ts";

interface Asset {
  _ref?: string;
}

/** A picture as a document holds it. */
export interface Picture {
  alt?: string;
  asset?: Asset;
}

interface Seo {
  title?: string;
  description?: string;
  image?: Picture;
}

/** What the preview reads of a document; every field may still be empty. */
export interface Previewed {
  _id?: string;
  _type?: string;
  seo?: Seo;
  [field: string]: unknown;
}

/** What the site says when a page does not. */
export interface SiteDefaults {
  companyName: string;
  tagline: string;
  seo?: Seo | null;
  /** Pages that are shared with the picture of the first thing they list, by `page` of their opening. */
  listPictures?: Record<string, Picture | null | undefined>;
}

export interface SeoPreview {
  title: string;
  description: string;
  /** Path on the site, `/about`; undefined while a post has no slug. */
  path: string | undefined;
  image: Picture | undefined;
  /** Where each part comes from, when not from the tab "Search and sharing". */
  from: { title?: string; description?: string; image?: string };
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const slugOf = ({ slug }: Previewed): string => text((slug as { current?: unknown } | undefined)?.current);

interface Source {
  path: (document: Previewed) => string | undefined;
  title: string;
  description: string;
  image?: string;
}

/** Which fields of a type the site falls back to; the same as the `meta` of its page. */
const sources: Record<string, Source> = {
  homePage: { path: () => "/", title: "headline", description: "subheadline", image: "heroImage" },
  aboutPage: { path: () => "/about", title: "heading", description: "intro", image: "image" },
  pageIntro: { path: ({ page }) => `/${text(page)}`, title: "heading", description: "intro" },
  legalPage: {
    path: (document) => legalPages.map((page) => `/${page}`).find((path) => path === `/${slugOf(document)}`),
    title: "title",
    description: "intro",
  },
  post: {
    path: (document) => (slugOf(document) ? `/blog/${slugOf(document)}` : undefined),
    title: "title",
    description: "excerpt",
    image: "coverImage",
  },
};

/** Types that have a page, and with it a search result. */
export const hasSeo = (type: string): boolean => Object.hasOwn(sources, type);

/** The company is named once in a title: not again when its first word is there already. */
function withCompany(title: string, companyName: string): string {
  const shortName = companyName.split(" ", 1)[0] ?? companyName;
  return title.includes(shortName) ? title : `${title} | ${companyName}`;
}

const hasAsset = (picture: unknown): picture is Picture =>
  Boolean((picture as Picture | undefined)?.asset?._ref);

interface Candidate<Value> {
  value: Value;
  from?: string;
}

const firstText = (candidates: Candidate<unknown>[]) => candidates.find(({ value }) => text(value));

/** What a search engine and a shared link show of a document: its own words first, then its page's, then the site's. */
export function seoPreview(document: Previewed, site: SiteDefaults): SeoPreview {
  const source = sources[document._type ?? ""];
  const { seo } = document;
  const title = firstText([
    { value: seo?.title },
    { value: source && document[source.title], from: "the page's heading" },
    { value: site.companyName, from: "the company's name" },
  ]);
  const description = firstText([
    { value: seo?.description },
    { value: source && document[source.description], from: "the page's opening sentence" },
    { value: site.seo?.description, from: "the site settings" },
    { value: site.tagline, from: "the company's tagline" },
  ]);
  const images: Candidate<unknown>[] = [
    { value: seo?.image },
    { value: source?.image && document[source.image], from: "the page's picture" },
    { value: site.listPictures?.[text(document.page)], from: "the first picture on the page" },
    { value: site.seo?.image, from: "the site settings" },
  ];
  const image = images.find(({ value }) => hasAsset(value));
  return {
    title: withCompany(text(title?.value), site.companyName),
    description: text(description?.value),
    path: source?.path(document),
    image: hasAsset(image?.value) ? image.value : undefined,
    from: {
      ...(title?.from ? { title: title.from } : {}),
      ...(description?.from ? { description: description.from } : {}),
      ...(image?.from ? { image: image.from } : {}),
    },
  };
}
