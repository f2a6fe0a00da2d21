// The pages of the site that show a document. Does not import the Studio, so that it can be tested alone.

import { articlePath, projectPath, servicePath } from "../../app/model/content-paths.ts";
import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";

export interface PreviewedDocument {
  _type: string;
  title?: string | undefined;
  slug?: string | undefined;
  page?: string | undefined;
  /** The published pages that show it. */
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

/** The sections that show documents of a type: the chosen ones, or all of them. */
const SECTIONS: Readonly<Record<string, string>> = {
  pageService: "servicesSection",
  project: "projectsSection",
  testimonial: "testimonialsSection",
  statistic: "figuresSection",
};

/** Returns the sections that show documents of a type, or an empty text. */
export const sectionOf = (type: string): string =>
  Object.hasOwn(SECTIONS, type) ? (SECTIONS[type] ?? "") : "";

/** GROQ: the published pages that show the document `$id` in a section of the type `$section`, or on the about page. */
export const USED_BY = `*[_type in ["homePage", "aboutPage", "page"] && !(_id in path("drafts.**")) && (
    _type == "aboutPage" && references($id) ||
    count(sections[isHidden != true && _type == $section && (count(coalesce(chosen, [])) == 0 || $id in chosen[]._ref)]) > 0
  )]{ _type, title, "slug": slug.current }`;

/** Returns the pages that `USED_BY` found. */
function pagesThatShow(usedBy: PreviewedDocument["usedBy"]): SitePage[] {
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
  testimonial: "Shown once it is chosen in a testimonials section, on the home page or a page of yours",
  statistic:
    "Shown once it is chosen: in a figures section, on the home page or a page of yours, or on the about page",
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
      return pagesThatShow(usedBy);
    case "pageIntro":
      return page ? [titled(title, `/${page}`)] : [];
    case "legalPage":
    case "page":
      return slug ? [titled(title, `/${slug}`)] : [];
    case "pageService":
      return [...(slug ? [titled(title, servicePath(slug))] : []), ...pagesThatShow(usedBy)];
    case "project":
      return [...(slug ? [titled(title, projectPath(slug))] : []), PORTFOLIO, ...pagesThatShow(usedBy)];
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
