import { legalPages } from "./kinds.ts";

interface Asset {
  _ref?: string;
}

/** An image field. */
export interface Picture {
  alt?: string;
  asset?: Asset;
}

interface Seo {
  title?: string;
  description?: string;
  image?: Picture;
}

/** The fields of a document that the preview reads; each may still be empty. */
export interface Previewed {
  _id?: string;
  _type?: string;
  seo?: Seo;
  [field: string]: unknown;
}

/** The site's defaults for pages that leave a field empty. */
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
  /** Path of the share card that the site renders when no picture was chosen. */
  drawn: string | undefined;
  /** Where each part comes from, unless it is from the tab "Search and sharing". */
  from: { title?: string; description?: string; image?: string };
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const slugOf = ({ slug }: Previewed): string => text((slug as { current?: unknown } | undefined)?.current);

interface Source {
  path: (document: Previewed) => string | undefined;
  title: string;
  description: string;
}

/** The fields of each type that the site falls back to, as in the `meta` of its page. */
const sources: Record<string, Source> = {
  homePage: { path: () => "/", title: "headline", description: "subheadline" },
  aboutPage: { path: () => "/about", title: "heading", description: "intro" },
  pageIntro: { path: ({ page }) => `/${text(page)}`, title: "heading", description: "intro" },
  legalPage: {
    path: (document) => legalPages.map((page) => `/${page}`).find((path) => path === `/${slugOf(document)}`),
    title: "title",
    description: "intro",
  },
  page: {
    path: (document) => (slugOf(document) ? `/${slugOf(document)}` : undefined),
    title: "title",
    description: "intro",
  },
  post: {
    path: (document) => (slugOf(document) ? `/blog/${slugOf(document)}` : undefined),
    title: "title",
    description: "excerpt",
  },
};

/** Whether a type has a page of its own, and so a search result. */
export const hasSeo = (type: string): boolean => Object.hasOwn(sources, type);

/** Appends the company name, unless the title contains its first word. */
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

/** Returns the path of a page's share card. */
const drawnPicture = (path: string) => `/share${path === "/" ? "/home" : path}.png`;

/** Returns what search engines and shared links show: the document's SEO fields, else its page's texts, else the site's. */
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
