import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { isTooLongToMatch } from "./guards.ts";
import { pagePath } from "./page-cache/policy.ts";

/** The routes of a Remix build. */
type Routes = Readonly<
  Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>
>;

interface RouteNode {
  id: string;
  path?: string;
  index?: boolean;
  children?: RouteNode[];
}

/** Paths that are not routes of the site; those in `BELOW` with everything under them. */
export const EXACT = new Set(["/healthz", "/readyz", "/metrics", "/webhooks/sanity"]);
export const BELOW = ["/lake", "/studio", "/assets", "/__manifest"];

/** Matching takes longer than a page from memory, so results are kept. */
const MAX_KNOWN_PATHS = 2_000;

function routeTree(routes: Routes, parentId?: string): RouteNode[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.parentId ?? "") !== (parentId ?? "")) return [];
    const { id, path, index } = route;
    const children = routeTree(routes, id);
    return [{ id, ...(path ? { path } : {}), ...(index ? { index } : { children }) } as RouteNode];
  });
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** Returns the name of a path that is no page, or that the guards reject; undefined for all others. */
function nameWithoutMatching(path: string): string | undefined {
  if (EXACT.has(path)) return path;
  const below = BELOW.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  if (below) return `${below}/*`;
  return isTooLongToMatch(path) || !isDecodable(path) ? "/*" : undefined;
}

function patternOf(tree: RouteNode[], path: string): string {
  const matches = matchRoutes(tree as Parameters<typeof matchRoutes>[0], path) ?? [];
  const parts = matches.flatMap(({ route }) => route.path ?? []).filter((part) => part !== "/");
  return `/${parts.join("/")}`;
}

/**
 * Returns a function that maps a path to its route pattern: `/blog/:slug`, and `/*` for files and unknown paths. Metrics and
 * traces use patterns instead of paths: there are few, and they identify no visitor.
 */
export function createRouteNames(routes: Routes): (path: string) => string {
  const root = Object.values(routes).find((route) => route && route.parentId === undefined);
  const tree = routeTree(routes, root?.id);
  const known = new LRUCache<string, string>({ max: MAX_KNOWN_PATHS });
  return (path) => {
    const fixed = nameWithoutMatching(path);
    if (fixed !== undefined) return fixed;
    const name = known.get(path) ?? patternOf(tree, pagePath(path));
    known.set(path, name);
    return name;
  };
}
