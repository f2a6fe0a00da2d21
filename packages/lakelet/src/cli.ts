import { subscribe } from "node:diagnostics_channel";
import { registerHooks } from "node:module";

/**
 * Preload that sends the requests of the `sanity` command to a lake: `NODE_OPTIONS="--import lakelet/cli"`, with the lake's address
 * in `LAKELET_URL`. The command makes them by `fetch`, by `undici` and by version 8 of `get-it`, which are wrapped here. A request to
 * Sanity that a lake has nothing for is an error and never sent, whoever makes it; requests to other hosts are as they were.
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

/** Commands that would end well without a request that a lake could reject, or hide its message. */
const ELSEWHERE: ReadonlyArray<readonly [command: RegExp, message: string]> = [
  [/^hooks?[ :]create/, "Webhooks of a lake are chosen when it starts: lakelet --webhook, --webhooks."],
  [/^graphql[ :]deploy/, "A lake has no GraphQL API. Its queries are GROQ."],
  [/^deploy\b/, "A lake hosts no Studio. Serve the folder that `sanity build` makes."],
  [/^users?[ :]invite/, "A lake has no members: a Studio signs in by the code that the lake prints."],
];
const [, program = "", ...args] = process.argv;
/** Other programs of the same shell may have a `deploy`, too. */
const isSanity = /[\\/](?:sanity|@sanity[\\/]cli[\\/]bin[\\/]\w+\.js)$/.test(program);
/** Each command starts a program that sends what it noted of its user to Sanity. */
if (/[\\/]flushTelemetry\.worker\.js$/.test(program)) process.exit();
const elsewhere = ELSEWHERE.find(([name]) => isSanity && name.test(args.join(" ")))?.[1];
if (elsewhere !== undefined)
  throw new Error(`${elsewhere} lakelet/cli sent no request. Unset NODE_OPTIONS for hosted Sanity.`);
/** The API, and the bytes of assets. */
const SERVED = /^(?:(?:([a-z0-9-]+)\.)?api(?:cdn)?|cdn)\.sanity\.(?:io|work)$/;
/** Every host of Sanity's. */
const SANITY = /(?:^|\.)sanity(?:-cdn|-storage)?\.(?:io|work|com|dev|build|studio)$/;

const refusal = (hostname: string): Error =>
  new Error(
    `A lake has nothing like ${hostname}; lakelet/cli sent no request. Unset NODE_OPTIONS for hosted Sanity.`,
  );

/**
 * Returns the URL on the lake for one of Sanity's API, and the project in its host. Undefined for a host that is not Sanity's.
 * @throws Error for any other host of Sanity's
 */
function onLake(given: string): { url: string; project: string | undefined } | undefined {
  const { hostname, pathname, search } = new URL(given);
  const host = SERVED.exec(hostname);
  // `sanity migrations` begins paths with two slashes.
  if (host) return { url: LAKE + pathname.replace(/^\/+/, "/") + search, project: host[1] };
  if (SANITY.test(hostname)) throw refusal(hostname);
  return undefined;
}

/** The lake looks for the project in a header, not in the host. */
const PROJECT_HEADER = "x-sanity-project-id";

/** Wraps a fetch function. */
const redirected =
  (next: typeof fetch): typeof fetch =>
  async (input, init) => {
    const request = typeof input === "string" || input instanceof URL ? undefined : input;
    const target = onLake(request?.url ?? String(input));
    if (!target) return next(input, init);
    const headers = new Headers(init?.headers ?? request?.headers);
    if (target.project !== undefined) headers.set(PROJECT_HEADER, target.project);
    return next(request ? new Request(target.url, request) : target.url, { ...init, headers });
  };

globalThis.fetch = redirected(globalThis.fetch);

/** Ends the process before whatever made the request has a connection: errors of subscribers are uncaught. */
const refuse = (hostname: unknown): void => {
  if (typeof hostname === "string" && SANITY.test(hostname)) throw refusal(hostname);
};
subscribe("undici:client:beforeConnect", (event) =>
  refuse((event as { connectParams: { hostname?: string } }).connectParams.hostname),
);
subscribe("http.client.request.created", (event) =>
  refuse((event as { request: { host?: string } }).request.host),
);

interface RequestOptions {
  url: string;
  headers?: Record<string, string>;
}

/** The same as middleware of get-it 8, which uses node:http. */
const redirect = {
  processOptions(options: RequestOptions): RequestOptions {
    const target = onLake(options.url);
    if (!target) return options;
    const header = target.project === undefined ? {} : { [PROJECT_HEADER]: target.project };
    return { ...options, url: target.url, headers: { ...options.headers, ...header } };
  },
};

/** The module that has the function fetch of every version of undici, under whatever loader reaches it. */
const UNDICI_FETCH = /\/node_modules\/undici\/lib\/web\/fetch\/index\.js$/;
/** Entry points of get-it, however they are named: Vite imports them by their path. Version 9 uses undici and has no getIt. */
const GET_IT = /\/node_modules\/get-it\/(?:dist\/)?index\.js$/;
/** Where `@sanity/import` up to 6 asks whether an asset's file is there, by `https` whatever its URL. */
const IMPORT_HEAD = /\/node_modules\/@sanity\/import\/dist\/util\/urlExists\.js$/;
/** A wrapper is its URL: other hooks of the process, such as those for TypeScript, would load a file in its place. */
const DATA = "data:text/javascript,";
/** By this wrappers find these functions: hooks such as those of Playwright would load this module a second time, and otherwise. */
const SHARED = `globalThis[Symbol.for("lakelet/cli")]`;
Object.assign(globalThis, { [Symbol.for("lakelet/cli")]: { redirected, redirect } });

const wrapped = (original: string): string => `
  import * as original from ${original};
  export * from ${original};
  export const getIt = original.getIt && ((middleware = [], ...rest) => original.getIt([...middleware, ${SHARED}.redirect], ...rest));`;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const isOther = context.parentURL?.startsWith(DATA) || !context.conditions.includes("import");
    if (isOther || !GET_IT.test(resolved.url)) return resolved;
    const url = DATA + encodeURIComponent(wrapped(JSON.stringify(resolved.url)));
    return { ...resolved, url, format: "module" };
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (IMPORT_HEAD.test(url))
      return {
        ...loaded,
        source: String(loaded.source).replace("node:https", `node:${LAKE.split(":", 1)[0]}`),
      };
    if (!UNDICI_FETCH.test(url)) return loaded;
    const source = `${String(loaded.source)}\nmodule.exports.fetch = ${SHARED}.redirected(module.exports.fetch);`;
    return { ...loaded, source };
  },
});
