import { registerHooks } from "node:module";

/**
 * Preload that sends the requests of the `sanity` command to a lake: `NODE_OPTIONS="--import lakelet/cli"`, with the lake's address
 * in `LAKELET_URL`. The command makes all requests by `get-it`, versions 8 and 9, whose entry points are wrapped here; anything
 * else is as it was.
 */

/** @throws Error if the environment has no address */
function lakeUrl(): string {
  const given = process.env["LAKELET_URL"] ?? "";
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`LAKELET_URL is the address of a lake, such as http://127.0.0.1:3900, not "${given}"`);
  return url.href.replace(/\/$/, "");
}

const LAKE = lakeUrl();
const SANITY = /^(?:([a-z0-9-]+)\.)?api(?:cdn)?\.sanity\.(?:io|work)$/;

/** Returns the URL on the lake for one of Sanity's API, and the project in its host. Undefined for any other URL. */
function onLake(given: string): { url: string; project: string | undefined } | undefined {
  const { hostname, pathname, search } = new URL(given);
  const host = SANITY.exec(hostname);
  return host ? { url: LAKE + pathname + search, project: host[1] } : undefined;
}

/** The lake looks for the project in a header, not in the host. */
const PROJECT_HEADER = "x-sanity-project-id";

type Init = { headers?: HeadersInit } & Record<string, unknown>;
type Fetch = (input: string, init?: Init) => Promise<unknown>;

/** Wraps a fetch function of get-it 9. */
export const redirected =
  (next: Fetch): Fetch =>
  async (input, init) => {
    const target = onLake(input);
    if (!target) return next(input, init);
    const headers = new Headers(init?.headers);
    if (target.project !== undefined) headers.set(PROJECT_HEADER, target.project);
    return next(target.url, { ...init, headers });
  };

interface RequestOptions {
  url: string;
  headers?: Record<string, string>;
}

/** The same as middleware of get-it 8. */
export const redirect = {
  processOptions(options: RequestOptions): RequestOptions {
    const target = onLake(options.url);
    if (!target) return options;
    const header = target.project === undefined ? {} : { [PROJECT_HEADER]: target.project };
    return { ...options, url: target.url, headers: { ...options.headers, ...header } };
  },
};

const SELF = JSON.stringify(import.meta.url);

/** Modules that take the place of another one, whose URL they get as a literal. */
const wrappers = {
  node: (original: string) => `
    import { createNodeFetch as create } from ${original};
    import { redirected } from ${SELF};
    export * from ${original};
    export const createNodeFetch = (options) => redirected(create(options));`,
  version9: (original: string) => `
    import { createRequester as create } from ${original};
    import { createNodeFetch } from "get-it/node";
    export * from ${original};
    let fetch;
    export const createRequester = (options) =>
      create({ ...options, fetch: options?.fetch ?? (fetch ??= createNodeFetch()) });`,
  version8: (original: string) => `
    import { getIt as create } from ${original};
    import { redirect } from ${SELF};
    export * from ${original};
    export const getIt = (middleware = [], ...rest) => create([...middleware, redirect], ...rest);`,
};

const sources = new Map<string, string>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const isNode = specifier === "get-it/node";
    if ((!isNode && specifier !== "get-it") || !resolved.url.endsWith(".js")) return resolved;
    const wrapper = isNode ? "node" : resolved.url.endsWith("/index.node.js") ? "version9" : "version8";
    const url = `${resolved.url}?lakelet`;
    sources.set(url, wrappers[wrapper](JSON.stringify(resolved.url)));
    return { ...resolved, url, format: "module" };
  },
  load(url, context, nextLoad) {
    const source = sources.get(url);
    return source === undefined ? nextLoad(url, context) : { format: "module", source, shortCircuit: true };
  },
});
