import { PAGES } from "./page-list.ts";

/** Maximum length of a page's slug in characters. */
export const MAX_SLUG = 80;

/** Lower-case words joined by hyphens. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * First path segments that belong to the program, and `home`, whose share image is the home page's. tests/integration/page-list.test.ts
 * compares them with the routes.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...PAGES.flatMap(({ path }) => path.slice(1) || []),
  "account",
  "admin",
  "api",
  "assets",
  "guide",
  "healthz",
  "home",
  "icons",
  "lake",
  "login",
  "logout",
  "metrics",
  "newsletter",
  "order",
  "readyz",
  "search",
  "share",
  "studio",
  "thank-you",
  "unsubscribe",
  "webhooks",
]);

/** Returns whether an editor's page may have this slug. The paths of the program always come first. */
export function isPageSlug(slug: string): boolean {
  return slug.length <= MAX_SLUG && SLUG.test(slug) && !RESERVED_SLUGS.has(slug);
}

/** Articles and projects. */
const LISTED = /^\/(?:blog|portfolio)\/./;

/** Returns whether a path is a page of the list, an article or a project, or may be a page that editors made. */
export function isPublicPage(path: string): boolean {
  return LISTED.test(path) || PAGES.some((page) => page.path === path) || isPageSlug(path.slice(1));
}

/** Returns whether a page is there to be read, so that the newsletter's card may open on it; private pages and long forms are not. */
export const isReadingPage = (path: string): boolean =>
  isPublicPage(path) && !PAGES.some((page) => page.path === path && page.isForm);

const OWN_PAGES = /^\/(?:(?:admin|account|order)(?:\/|$)|contract\/.)/;

/** Returns whether a page belongs to one person's business with the company: the dashboard, an account, an order, an offer. */
export const isOwnPage = (path: string): boolean => OWN_PAGES.test(path);
