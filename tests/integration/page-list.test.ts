import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { PAGES } from "../../app/model/page-list.ts";
import { RESERVED_SLUGS } from "../../app/model/page-slug.ts";
import routes from "../../app/routes.ts";
import { isPublicPath } from "../../server/page-cache/policy.ts";
import { BELOW, EXACT } from "../../server/route-names.ts";
import { introPages, legalPages } from "../../studio/model/kinds.ts";
import { knownRoutes } from "../../studio/model/known-routes.ts";

// A public page is named in app/routes.ts, app/model/page-list.ts and studio/model. No place forgets it.

/** Pages that answer something or belong to one visitor. */
const OWN_PAGES = new Set([
  "/thank-you",
  "/search",
  "/newsletter",
  "/unsubscribe",
  "/account",
  "/login",
  "/login/code",
  "/login/invitation",
  "/login/reset",
  "/logout",
]);

const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

const isPage = (path: string) => !/[:*.]|^\/(?:admin|api|webhooks|login\/google)\b/.test(path);

test("every page that visitors find by themselves is in the page list, and no other", async () => {
  const all = flat(await routes).filter(({ path, index }) => path !== undefined || index);
  const pages = all.map(({ path = "" }) => `/${path}`).filter((path) => isPage(path));
  const listed = PAGES.map(({ path }) => path).sort();
  expect(listed).toEqual(pages.filter((path) => !OWN_PAGES.has(path)).sort());
});

test("a page that editors make takes no path of the program", async () => {
  const outerOf = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => (entry.path ? [entry] : outerOf(entry.children ?? [])));
  const outer = outerOf(await routes);
  const paths = [...outer.map(({ path = "" }) => `/${path}`), ...EXACT, ...BELOW];
  const first = new Set(paths.map((path) => path.split("/")[1] ?? ""));
  const names = [...first].filter((name) => /^[a-z0-9-]+$/.test(name));
  expect([...RESERVED_SLUGS].sort()).toEqual([...names, "home"].sort());
});

test("editors may link to every page of the list and to no other path", () => {
  expect([...knownRoutes].sort()).toEqual(PAGES.map(({ path }) => path).sort());
});

test("every document of a page is one that the Studio knows, and the other way round", () => {
  const known = [
    "homePage",
    "aboutPage",
    ...introPages.map((page) => `pageIntro-${page}`),
    ...legalPages.map((slug) => `legalPage-${slug}`),
  ];
  expect(PAGES.map(({ documentId }) => documentId).sort()).toEqual(known.sort());
});

test("the page cache keeps every page of the list", () => {
  expect(PAGES.filter(({ path }) => !isPublicPath(path))).toEqual([]);
});
