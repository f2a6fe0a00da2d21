// The pages of the site that show a document. Does not import the Studio, so that it can be tested alone.

import { articlePath, projectPath, servicePath } from "../../app/model/content-paths.ts";
import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";

export interface PreviewedDocument {
  _type: string;
  title?: string | undefined;
  slug?: string | undefined;
  page?: string | undefined;
  /** The published pages that refer to it. */
  usedBy?: readonly { _type: string; title?: string | null; slug?: string | null }[] | null | undefined;
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

/** Returns the pages that show a document because they have chosen it. */
function pagesThatChose(usedBy: PreviewedDocument["usedBy"]): SitePage[] {
  return (usedBy ?? []).flatMap(({ _type, title, slug }) => {
    if (_type === "homePage") return [HOME];
    // The portfolio shows the figures of the about page.
    if (_type === "aboutPage") return [ABOUT, PORTFOLIO];
    return slug ? [titled(title ?? "", `/${slug}`)] : [];
  });
}

/** What stands above documents that are shown in more places than can be listed, or on no page. */
const MESSAGES: Readonly<Record<string, string>> = {
  siteSettings: "Shown on every page",
  paymentSettings: "Used in orders, invoices and emails",
  look: "Shown on every page",
  pageTexts: "Shown on every page",
  redirects: "Used wherever there is no page",
  emailTexts: "Sent in emails",
};

/** Returns where a document is used, in words; undefined where the pages can be listed. */
export const usedAt = (type: string): string | undefined =>
  Object.hasOwn(MESSAGES, type) ? MESSAGES[type] : undefined;

/** What stands above documents that no page shows: where that is changed. */
const CHOSEN: Readonly<Record<string, string>> = {
  testimonial: "Shown once it is chosen: on the home page, or in a testimonials section that chooses its own",
  statistic: "Shown once it is chosen: on the home page, the about page, or in a figures section",
};

export const notShown = (type: string): string =>
  Object.hasOwn(CHOSEN, type) ? (CHOSEN[type] as string) : "Not shown on the site yet";

/** Returns the pages that show a document, its own page first; empty for types that the site never shows. */
export function sitePages({ _type, title, slug, page, usedBy }: PreviewedDocument): SitePage[] {
  switch (_type) {
    case "homePage":
    case "look":
    case "redirects":
      return [HOME];
    case "siteSettings":
      return [HOME, { title: "Contact", href: "/contact" }];
    case "aboutPage":
      return [ABOUT];
    case "testimonial":
    case "statistic":
      return pagesThatChose(usedBy);
    case "pageIntro":
      return page ? [titled(title, `/${page}`)] : [];
    case "legalPage":
    case "page":
      return slug ? [titled(title, `/${slug}`)] : [];
    case "pageService":
      return slug ? [titled(title, servicePath(slug)), HOME] : [HOME];
    case "project":
      return [...(slug ? [titled(title, projectPath(slug))] : []), PORTFOLIO, ...pagesThatChose(usedBy)];
    case "orderService":
      return [ORDER];
    case "post":
      return slug ? [titled(title, articlePath(slug)), BLOG] : [BLOG];
    case "author":
      return [BLOG];
    default:
      return pagesOfTexts(_type);
  }
}
