// The pages of the site that show a document. Does not import the Studio, so that it can be tested alone.

import { STUDIO_TEXTS } from "../../app/text-groups.ts";

export interface PreviewedDocument {
  _type: string;
  title?: string | undefined;
  slug?: string | undefined;
  page?: string | undefined;
}

export interface SitePage {
  title: string;
  href: string;
}

const HOME: SitePage = { title: "Home", href: "/" };
const ABOUT: SitePage = { title: "About", href: "/about" };
const PORTFOLIO: SitePage = { title: "Portfolio", href: "/portfolio" };
const BLOG: SitePage = { title: "Blog", href: "/blog" };
const ORDER: SitePage = { title: "Order form", href: "/contract" };

const titled = (title: string | undefined, href: string): SitePage => ({ title: title || href, href });

/** Returns the page of a group of texts; empty for types that the site never shows. */
function pagesOfTexts(type: string): SitePage[] {
  const group = STUDIO_TEXTS.find((one) => one.type === type);
  return group?.path ? [titled(group.title, group.path)] : [];
}

/** Returns the pages that show a document, its own page first; empty for types that the site never shows. */
export function sitePages({ _type, title, slug, page }: PreviewedDocument): SitePage[] {
  switch (_type) {
    case "homePage":
    case "look":
    case "redirects":
    case "testimonial":
      return [HOME];
    case "siteSettings":
      return [HOME, { title: "Contact", href: "/contact" }];
    case "aboutPage":
      return [ABOUT];
    case "statistic":
      return [HOME, ABOUT, PORTFOLIO];
    case "pageIntro":
      return page ? [titled(title, `/${page}`)] : [];
    case "legalPage":
    case "page":
      return slug ? [titled(title, `/${slug}`)] : [];
    case "pageService":
      return slug ? [titled(title, `/services#${slug}`), HOME] : [HOME];
    case "project":
      return [PORTFOLIO, HOME];
    case "orderService":
      return [ORDER];
    case "post":
      return slug ? [titled(title, `/blog/${slug}`), BLOG] : [BLOG];
    case "author":
      return [BLOG];
    default:
      return pagesOfTexts(_type);
  }
}
