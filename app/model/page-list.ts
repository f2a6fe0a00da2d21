/** A public page with a document of its own. */
export interface ListedPage {
  path: string;
  documentId: string;
  /** Kind of page in a word or two, shown above the title on its share image and in search results. */
  kind: string;
  /**
   * Its link: in the top bar, as the button beside them, or in the footer's legal column. Pages without one are linked from
   * others.
   */
  link?: { label: string; place: "main" | "action" | "legal" };
  /** Whether it is one long form, in which nobody is interrupted. */
  isForm?: true;
}

const main = (label: string) => ({ label, place: "main" }) as const;
const legal = (label: string) => ({ label, place: "legal" }) as const;

/**
 * Every public page but the articles and the pages that editors made. Navigation, footer, sitemap, search, share images, speculation
 * rules, page cache, reserved slugs, gallery, the Studio and the tests of public pages read this list; tests/integration/page-list.test.ts
 * compares it with the routes.
 */
export const PAGES: readonly ListedPage[] = [
  { path: "/", documentId: "homePage", kind: "Home", link: main("Home") },
  { path: "/about", documentId: "aboutPage", kind: "About", link: main("About") },
  { path: "/services", documentId: "pageIntro-services", kind: "Services", link: main("Services") },
  { path: "/portfolio", documentId: "pageIntro-portfolio", kind: "Portfolio", link: main("Portfolio") },
  { path: "/blog", documentId: "pageIntro-blog", kind: "Blog", link: main("Blog") },
  { path: "/contact", documentId: "pageIntro-contact", kind: "Contact", link: main("Contact") },
  {
    path: "/get-started",
    documentId: "pageIntro-get-started",
    kind: "Get started",
    link: { label: "Get Started", place: "action" },
  },
  {
    path: "/questionnaire",
    documentId: "pageIntro-questionnaire",
    kind: "Project questionnaire",
    isForm: true,
  },
  { path: "/contract", documentId: "pageIntro-contract", kind: "Service order", isForm: true },
  { path: "/privacy", documentId: "legalPage-privacy", kind: "Legal", link: legal("Privacy Policy") },
  { path: "/terms", documentId: "legalPage-terms", kind: "Legal", link: legal("Terms of Service") },
  { path: "/policy", documentId: "legalPage-policy", kind: "Legal", link: legal("Service Order Policy") },
];

/** Returns the pages that the owner can switch off, in the site settings. */
export const switchedPages = (): ListedPage[] =>
  PAGES.filter(({ path }) => ["/blog", "/questionnaire", "/contract"].includes(path));

/** Returns the paths of the pages with these documents. */
export const pathsOf = (documentIds: readonly string[]): string[] =>
  PAGES.flatMap(({ path, documentId }) => (documentIds.includes(documentId) ? [path] : []));

/** Returns whether a link leads to one of the paths, or to a page below it. */
export const leadsTo = (paths: readonly string[], href: string): boolean =>
  paths.some((path) => href === path || (href.startsWith(path) && /[/?#]/.test(href.charAt(path.length))));

const linksIn = (place: "main" | "action" | "legal") =>
  PAGES.flatMap(({ path, link }) => (link?.place === place ? [{ to: path, label: link.label }] : []));

/** The links of the top bar, in order (docs/specification.md, section 2). */
export const MAIN_LINKS = linksIn("main");
export const ACTION_LINKS = linksIn("action");
export const LEGAL_LINKS = linksIn("legal");

/** Returns the page's title with the company's name, unless the title already contains the name or its first word. */
export function documentTitle(title: string, companyName: string): string {
  const shortName = companyName.split(" ", 1)[0] ?? companyName;
  return title.includes(shortName) ? title : `${title} | ${companyName}`;
}

/** Returns the path of a page's drawn image: `/share/about.png`, `/share/blog/one.png`; `/share/home.png` for the home page. */
export function shareCardPath(pagePath: string): string {
  return `/share${pagePath === "/" ? "/home" : pagePath}.png`;
}

/** Returns the path of the page for what follows `/share/`; null when it is not a valid image path. */
export function pageOfShareCard(rest: string): string | null {
  if (!rest.endsWith(".png")) return null;
  const name = rest.slice(0, -".png".length);
  return name === "home" ? "/" : `/${name}`;
}
