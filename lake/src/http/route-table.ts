import { notFound } from "../errors.ts";
import type { Route } from "./route.ts";

interface CompiledRoute {
  route: Route;
  pattern: RegExp;
}

/** Routes that a path leads to, whatever the method. */
export interface Place {
  routes: readonly Route[];
  /** The parts of the path that the pattern of this one names, decoded. @throws LakeError 404 */
  paramsOf(route: Route): Record<string, string>;
}

const VERSION = /^\/v(1|X|\d{4}-\d\d-\d\d)(?=\/)/;

function compile(route: Route): CompiledRoute {
  // Patterns hold letters, slashes and names only, so nothing in them needs escaping.
  const path = route.pattern.replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) =>
    optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`,
  );
  return { route, pattern: new RegExp(`^${path}/?$`) };
}

function decode(groups: Record<string, string | undefined> | undefined, version: string | undefined) {
  const params: Record<string, string> = version === undefined ? {} : { version };
  try {
    for (const name in groups) {
      const value = groups[name];
      if (value !== undefined) params[name] = decodeURIComponent(value);
    }
  } catch {
    throw notFound("The path is not valid");
  }
  return params;
}

/** The part of a path or pattern up to its second segment's end, which tells most routes apart. */
const headOf = (path: string): string => {
  const second = path.indexOf("/", 1);
  const third = second === -1 ? -1 : path.indexOf("/", second + 1);
  return third === -1 ? path : path.slice(0, third);
};

const isStatic = (head: string): boolean => !head.includes(":");

/** Finds routes by path, without trying every pattern. */
export function createRouteTable(routes: readonly Route[]): (path: string) => Place {
  const versioned = routes.filter((route) => route.versioned !== false);
  const unversioned = routes.filter((route) => route.versioned === false).map(compile);
  const byHead = new Map<string, CompiledRoute[]>();
  const anywhere: CompiledRoute[] = [];
  for (const compiled of versioned.map(compile)) {
    const head = headOf(compiled.route.pattern);
    if (!isStatic(head)) anywhere.push(compiled);
    else byHead.set(head, [...(byHead.get(head) ?? []), compiled]);
  }

  return (path) => {
    const version = VERSION.exec(path);
    const rest = version ? path.slice(version[0].length) : path;
    const head = headOf(rest);
    const candidates = version
      ? [...(byHead.get(head.endsWith("/") ? head.slice(0, -1) : head) ?? []), ...anywhere]
      : unversioned;
    const found = candidates.flatMap(({ route, pattern }) => {
      const match = pattern.exec(rest);
      return match ? [{ route, groups: match.groups }] : [];
    });
    return {
      routes: found.map(({ route }) => route),
      paramsOf: (route) => decode(found.find((one) => one.route === route)?.groups, version?.[1]),
    };
  };
}
