import { documentTitle, shareCardPath } from "../../app/model/page-list.ts";
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
  from: Record<"title" | "description" | "image", string | undefined>;
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const slugOf = ({ slug }: Previewed): string => text((slug as { current?: unknown } | undefined)?.current);

interface Source {
  path: (document: Previewed) => string | undefined;
  title: string;
  description: string;
}

const below = (folder: string) => (document: Previewed) =>
  slugOf(document) ? `${folder}${slugOf(document)}` : undefined;

/** The fields of each type that the site falls back to, as in the `meta` of its page. */
const sources: Record<string, Source> = {
  homePage: { path: () => "/", title: "headline", description: "subheadline" },
  aboutPage: { path: () => "/about", title: "heading", description: "intro" },
  pageIntro: { path: ({ page }) => `/${text(page)}`, title: "heading", description: "intro" },
  legalPage: {
    path: (document) => (legalPages.includes(slugOf(document)) ? `/${slugOf(document)}` : undefined),
    title: "title",
    description: "intro",
  },
  page: { path: below("/"), title: "title", description: "intro" },
  project: { path: below("/portfolio/"), title: "title", description: "summary" },
  post: { path: below("/blog/"), title: "title", description: "excerpt" },
};

/** Whether a type has a page of its own, and so a search result. */
export const hasSeo = (type: string): boolean => Object.hasOwn(sources, type);

const hasAsset = (picture: unknown): picture is Picture =>
  Boolean((picture as Picture | undefined)?.asset?._ref);

type Candidate = readonly [value: unknown, from?: string];

/** Returns the first text that is not empty, and where it comes from. */
const firstText = (...candidates: Candidate[]): Candidate =>
  candidates.find(([value]) => text(value)) ?? [""];

/** Returns what search engines and shared links show: the document's SEO fields, else its page's texts, else the site's. */
export function seoPreview(document: Previewed, site: SiteDefaults): SeoPreview {
  const source = sources[document._type ?? ""];
  const { seo } = document;
  const title = firstText(
    [seo?.title],
    [source && document[source.title], "the page's heading"],
    [site.companyName, "the company's name"],
  );
  const description = firstText(
    [seo?.description],
    [source && document[source.description], "the page's opening sentence"],
    [site.seo?.description, "the site settings"],
    [site.tagline, "the company's tagline"],
  );
  const path = source?.path(document);
  const [image, imageFrom] = hasAsset(seo?.image)
    ? [seo.image, undefined]
    : hasAsset(site.seo?.image)
      ? [site.seo.image, "the site settings"]
      : [undefined, "drawn with the page's heading"];
  return {
    title: documentTitle(text(title[0]), site.companyName),
    description: text(description[0]),
    path,
    drawn: image || !path ? undefined : shareCardPath(path),
    image,
    from: { title: title[1], description: description[1], image: imageFrom },
  };
}
