import type { MetaDescriptor } from "@remix-run/node";
import type { SeoData } from "../content/fragments.ts";
import { hasPicture, imageUrl, type Picture } from "../content/image-url.ts";
import { IMAGE_SIZES } from "../model/image-sizes.ts";
import { LOCALE } from "../model/locale.ts";
import { documentTitle, shareCardPath } from "../model/page-list.ts";
import { textsOf, type DefaultTexts } from "../model/texts/texts.ts";
import { publicAssets, type SiteData } from "./site-data.ts";
import { breadcrumbs, graph, type Thing } from "./structured-data.ts";

/** Size that Open Graph clients expect of an image, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 };

export interface PageSeo {
  /** Path of the page without query, `/about`. */
  path: string;
  /** The query of one of several pages at the path, `?page=2`. */
  query?: string;
  /** The page's heading; the title when its document has none for search engines. */
  title: string;
  /** The description when the page's document has none for search engines. */
  description?: string | null;
  seo?: SeoData | null;
  /** Makes the page an article; times are ISO. */
  article?: { publishedAt: string; modifiedAt: string; author: string | null; tags: readonly string[] };
  /** The subjects of the page as structured data (schema.org). */
  things?: (site: SiteData) => readonly Thing[];
}

type Match = { id: string; data: unknown } | undefined;

type Matches = readonly Match[];

/** Returns the root loader's data for `meta` functions; undefined when the content store could not be read. */
export function siteOf(matches: Matches): SiteData | undefined {
  return matches.find((match) => match?.id === "root")?.data as SiteData | undefined;
}

/** Returns the URL of an image for other sites: absolute, in a size and format that all of them accept. */
function shareImageUrl(site: SiteData, image: Picture): string {
  const { widths, aspect, format } = IMAGE_SIZES.share;
  return imageUrl(publicAssets(site), image, { width: widths[0], aspect, format });
}

/** Returns the meta tags of a page. Its own texts come first, then those of its document, then those of the site. */
export function pageMeta(matches: Matches, page: PageSeo): MetaDescriptor[] {
  const site = siteOf(matches);
  if (!site) return [{ title: page.title }];
  const { settings, publicUrl } = site;
  const title = documentTitle(page.seo?.title || page.title, settings.companyName);
  const description =
    page.seo?.description || page.description || settings.seo?.description || settings.tagline;
  const url = publicUrl + page.path + (page.query ?? "");
  const things = page.things?.(site) ?? [];
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: page.article ? "article" : "website" },
    { property: "og:site_name", content: settings.companyName },
    { property: "og:locale", content: LOCALE.language.replace("-", "_") },
    { property: "og:url", content: url },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...shareImage(site, page),
    ...articleMeta(page.article),
    ...(things.length > 0 ? [{ "script:ld+json": graph(things) }] : []),
  ];
}

/**
 * Returns the meta tags of a page by its opening, with the way to it after its other `things`; none when its loader failed.
 */
export function openingMeta(
  matches: Matches,
  path: string,
  opening: { heading: string; intro?: string | null; seo?: SeoData | null } | undefined,
  things: (site: SiteData) => readonly Thing[] = () => [],
): MetaDescriptor[] {
  if (!opening) return [];
  const { heading, intro, seo } = opening;
  return pageMeta(matches, {
    path,
    title: heading,
    description: intro ?? null,
    seo: seo ?? null,
    things: (site) => [...things(site), breadcrumbs(site, { name: heading, path })],
  });
}

/** Returns the tags of the image that an editor chose for the page or the site, else of the one drawn with the page's title. */
function shareImage(site: SiteData, page: PageSeo): MetaDescriptor[] {
  const chosen = [page.seo?.image, site.settings.seo?.image].find((one) => hasPicture(one));
  const picture = hasPicture(chosen)
    ? { url: shareImageUrl(site, chosen), type: "image/jpeg", alt: chosen.alt ?? "" }
    : {
        url: site.publicUrl + shareCardPath(page.path),
        type: "image/png",
        alt: `${page.title}, ${site.settings.companyName}`,
      };
  return [
    { property: "og:image", content: picture.url },
    { property: "og:image:type", content: picture.type },
    { property: "og:image:width", content: String(SHARE_SIZE.width) },
    { property: "og:image:height", content: String(SHARE_SIZE.height) },
    { property: "og:image:alt", content: picture.alt },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:image:alt", content: picture.alt },
  ];
}

function articleMeta(article: PageSeo["article"]): MetaDescriptor[] {
  if (!article) return [];
  return [
    { property: "article:published_time", content: article.publishedAt },
    { property: "article:modified_time", content: article.modifiedAt },
    ...(article.author ? [{ name: "author", content: article.author }] : []),
    ...article.tags.map((tag) => ({ property: "article:tag", content: tag })),
  ];
}

/** Returns the tags of a page that search engines should not list: a title and nothing to share. */
export function unlistedMeta(matches: Matches, title: string): MetaDescriptor[] {
  const site = siteOf(matches);
  return [
    { title: site ? documentTitle(title, site.settings.companyName) : title },
    { name: "robots", content: "noindex" },
  ];
}

/** Returns the `meta` of a page that is not listed: with this title, or with one of a group's texts. */
export function unlisted<Id extends string>(...title: [string] | [DefaultTexts<Id>, Id]) {
  return ({ matches }: { matches: Matches }): MetaDescriptor[] =>
    unlistedMeta(
      matches,
      title.length === 1 ? title[0] : textsOf(title[0], siteOf(matches)?.texts)[title[1]],
    );
}
