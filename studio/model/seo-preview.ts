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
}

export interface SeoPreview {
  title: string;
  description: string;
  /** Path on the site, `/about`; undefined while a post has no slug. */
  path: string | undefined;
  /** The picture that an editor chose. */
  image: Picture | undefined;
  /** Path of the one that the site draws with the page's heading when nobody chose one. */
  drawn: string | undefined;
  /** Where each part comes from, when not from the tab "Search and sharing". */
  from: { title?: string; description?: string; image?: string };
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const slugOf = ({ slug }: Previewed): string => text((slug as { current?: unknown } | undefined)?.current);

interface Source {
  path: (document: Previewed) => string | undefined;
  title: string;
  description: string;
}

/** Which fields of a type the site falls back to; the same as the `meta` of its page. */
const sources: Record<string, Source> = {
  homePage: { path: () => "/", title: "headline", description: "subheadline" },
  aboutPage: { path: () => "/about", title: "heading", description: "intro" },
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

/** The site's own address of the picture that it draws for a page. */
const drawnPicture = (path: string) => `/share${path === "/" ? "/home" : path}.png`;

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
    { value: site.seo?.image, from: "the site settings" },
  ];
  const image = images.find(({ value }) => hasAsset(value)) ?? {
    value: undefined,
    from: "drawn with the page's heading",
  };
  const path = source?.path(document);
  return {
    title: withCompany(text(title?.value), site.companyName),
    description: text(description?.value),
    path,
    drawn: image.value || !path ? undefined : drawnPicture(path),
    image: hasAsset(image.value) ? image.value : undefined,
    from: {
      ...(title?.from ? { title: title.from } : {}),
      ...(description?.from ? { description: description.from } : {}),
      ...(image.from ? { image: image.from } : {}),
    },
  };
}
