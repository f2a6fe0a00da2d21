import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

/** What a Remix build knows of its routes. */
type Routes = Readonly<
  Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>
>;

interface RouteNode {
  id: string;
  path?: string;
  index?: boolean;
  children?: RouteNode[];
}

/** Answered before the site sees the request. Below the last four lies more than can be told apart. */
const EXACT = new Set(["/healthz", "/readyz", "/metrics", "/webhooks/sanity"]);
const BELOW = ["/lake", "/studio", "/assets", "/__manifest"];

/** Which pattern an address belongs to is asked on every request; so many answers are remembered. */
const REMEMBERED = 2_000;

function treeOf(routes: Routes, parentId?: string): RouteNode[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.parentId ?? "") !== (parentId ?? "")) return [];
    const { id, path, index } = route;
    const children = treeOf(routes, id);
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

function patternOf(tree: RouteNode[], path: string): string {
  if (EXACT.has(path)) return path;
  const below = BELOW.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  if (below) return `${below}/*`;
  if (!isDecodable(path)) return "/*"; // it is refused
  const matches = matchRoutes(tree as Parameters<typeof matchRoutes>[0], path) ?? [];
  const parts = matches.flatMap(({ route }) => route.path ?? []).filter((part) => part !== "/");
  return `/${parts.join("/")}`;
}

/**
 * Makes the function that names the route of a path: `/blog/:slug`, and `/*` for what is a file or nothing. Metrics and traces
 * carry these names instead of addresses: there are few of them, and they tell nothing of a visitor.
 */
export function createRouteNames(routes: Routes): (path: string) => string {
  const root = Object.values(routes).find((route) => route && route.parentId === undefined);
  const tree = treeOf(routes, root?.id);
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return (path) => {
    const name = known.get(path) ?? patternOf(tree, path);
    known.set(path, name);
    return name;
  };
}
