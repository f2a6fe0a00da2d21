import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { knownRoutes } from "../../studio/model/known-routes.ts";

// Editors may link to every page that visitors find by themselves, and to nothing that is not there.

/** Pages that are an answer to something or belong to one visitor. */
const NOT_TO_LINK_TO = new Set([
  "/thank-you",
  "/search",
  "/newsletter",
  "/unsubscribe",
  "/account",
  "/login",
  "/login/code",
  "/login/reset",
  "/logout",
]);

const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

const isPage = (path: string) => !/[:*.]|^\/(?:admin|api|webhooks|login\/google)\b/.test(path);

test("editors may link to all pages of the site and to no other path", async () => {
  const all = flat(await routes).filter(({ path, index }) => path !== undefined || index);
  const pages = all.map(({ path = "" }) => `/${path}`).filter((path) => isPage(path));
  expect([...knownRoutes].sort()).toEqual(pages.filter((path) => !NOT_TO_LINK_TO.has(path)).sort());
});
