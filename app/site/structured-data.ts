import { imageUrl } from "../content/image-url.ts";
import { iconPath } from "../content/look.ts";
import { IMAGE_SIZES } from "../model/image-sizes.ts";
import { LOCALE } from "../model/locale.ts";
import { publicAssets, type SiteData } from "./site-data.ts";

/** A schema.org object. */
export type Thing = { readonly "@type": string | readonly string[] } & {
  readonly [property: string]: unknown;
};

/** Returns several objects as one script; they refer to each other by `@id`. Remix escapes what could end the script. */
export function graph(things: readonly Thing[]) {
  return { "@context": "https://schema.org", "@graph": things };
}

/** The `@id` of the company, by which other things refer to it. */
export const organizationId = (site: SiteData) => `${site.publicUrl}/#organization`;

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
