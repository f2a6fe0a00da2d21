import type { ContentImageData } from "../content/fragments.ts";
import { hasPicture, imageUrl } from "../content/image-url.ts";
import { iconPath } from "../content/look.ts";
import { IMAGE_SIZES } from "../model/image-sizes.ts";
import { publicAssets, type SiteData } from "./site-data.ts";
import { LOCALE } from "../model/locale.ts";
import { anchorPath, articlePath } from "../model/content-paths.ts";

/** A schema.org object. */
export type Thing = { readonly "@type": string | readonly string[] } & {
  readonly [property: string]: unknown;
};

/** Returns several objects as one script; they refer to each other by `@id`. Remix escapes what could end the script. */
export function graph(things: readonly Thing[]) {
  return { "@context": "https://schema.org", "@graph": things };
}

const organizationId = (site: SiteData) => `${site.publicUrl}/#organization`;

const iconUrl = ({ look, publicUrl }: SiteData): string => publicUrl + iconPath(look, "icon-512.png");

/** Returns the URL of the owner's logo, or of the site's own. */
function logoUrl(site: SiteData): string {
  if (!site.look?.logo) return iconUrl(site);
  return imageUrl(publicAssets(site), site.look.logo.image, { width: IMAGE_SIZES.logo.widths[2] });
}

/** The company, for every page that refers to it; others use its `@id`. */
export function organization(site: SiteData): Thing {
  const { settings, publicUrl } = site;
  const { street, suite, city, state, zipCode, country } = { ...settings.address };
  return {
    "@type": "ProfessionalService",
    "@id": organizationId(site),
    name: settings.companyName,
    ...(settings.legalName ? { legalName: settings.legalName } : {}),
    description: settings.tagline,
    url: `${publicUrl}/`,
    logo: logoUrl(site),
    image: iconUrl(site),
    email: settings.email,
    ...(settings.phone ? { telephone: settings.phone } : {}),
    ...(street
      ? {
          address: {
            "@type": "PostalAddress",
            streetAddress: [street, suite].filter(Boolean).join(", "),
            addressLocality: city,
            addressRegion: state,
            postalCode: zipCode,
            addressCountry: country || LOCALE.country,
          },
        }
      : {}),
    sameAs: settings.socialLinks.map((link) => link.url),
  };
}

export function website(site: SiteData): Thing {
  return {
    "@type": "WebSite",
    "@id": `${site.publicUrl}/#website`,
    url: `${site.publicUrl}/`,
    name: site.settings.companyName,
    inLanguage: LOCALE.language,
    publisher: { "@id": organizationId(site) },
  };
}

/** Returns the breadcrumbs from the home page to this one. Home is added; the last entry is the page itself. */
export function breadcrumbs(site: SiteData, ...trail: readonly { name: string; path: string }[]): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", path: "/" }, ...trail].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: site.publicUrl + path,
    })),
  };
}

export function service(
  site: SiteData,
  { title, slug, summary }: Record<"title" | "slug" | "summary", string>,
): Thing {
  return {
    "@type": "Service",
    "@id": site.publicUrl + anchorPath("/services", slug),
    name: title,
    serviceType: title,
    description: summary,
    url: site.publicUrl + anchorPath("/services", slug),
    provider: { "@id": organizationId(site) },
  };
}

interface ArticleFacts {
  title: string;
  slug: string;
  excerpt: string;
  publishedAt: string;
  _updatedAt: string;
  tags: string[];
  words: number;
  coverImage: ContentImageData | null;
  author: { name: string } | null;
}

export function article(site: SiteData, post: ArticleFacts): Thing {
  const url = site.publicUrl + articlePath(post.slug);
  const { widths, format } = IMAGE_SIZES.structuredData;
  return {
    "@type": "BlogPosting",
    "@id": `${url}#article`,
    headline: post.title,
    description: post.excerpt,
    url,
    mainEntityOfPage: url,
    inLanguage: LOCALE.language,
    datePublished: post.publishedAt,
    dateModified: post._updatedAt,
    keywords: post.tags,
    ...(post.words ? { wordCount: post.words } : {}),
    ...(hasPicture(post.coverImage)
      ? { image: imageUrl(publicAssets(site), post.coverImage, { width: widths[0], format }) }
      : {}),
    ...(post.author ? { author: { "@type": "Person", name: post.author.name } } : {}),
    publisher: { "@id": organizationId(site) },
  };
}
