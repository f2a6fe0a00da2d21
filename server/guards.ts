import type { IncomingMessage } from "node:http";
import type { Env } from "../app/platform/env.server.ts";

const MAX_URL_BYTES = 2048;
/** @sanity/client sends queries of up to 11,264 characters in the URL and posts longer ones. */
const MAX_LAKE_URL_BYTES = 12_288;
const MAX_SEGMENTS = 18;
/** Four tables of five parameters each, and tracking parameters. */
const MAX_PARAMETERS = 64;
/** The parameters of GROQ queries are in the URL, too. */
const MAX_LAKE_PARAMETERS = 256;
/** All methods; each route takes fewer. */
export const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export interface GuardOptions {
  /** Accepted Host headers; with a port where it is not the default of the scheme. */
  hosts: ReadonlySet<string>;
  /** Origins whose pages may send unsafe requests. */
  origins: ReadonlySet<string>;
}

/** Returns the path of a request, undecoded and without the query. */
export function pathOf({ url }: IncomingMessage): string {
  return url?.split("?", 1)[0] ?? "/";
}

/** Accepts the public host, and the loopback names with the port. */
export function guardOptions(env: Pick<Env, "publicUrl">, port: number): GuardOptions {
  const publicHost = new URL(env.publicUrl).host;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`);
  return {
    hosts: new Set([publicHost, ...loopback]),
    origins: new Set([env.publicUrl, ...loopback.map((host) => `http://${host}`)]),
  };
}

const isForLake = (url: string): boolean => url.startsWith("/lake/");

/** A long path costs Remix seconds of matching. */
const isTooLong = ({ url = "" }: IncomingMessage): boolean =>
  url.length > (isForLake(url) ? MAX_LAKE_URL_BYTES : MAX_URL_BYTES);

function hasTooManyParameters(request: IncomingMessage): boolean {
  const { url = "" } = request;
  const query = url.slice(pathOf(request).length);
  return query.split("&").length > (isForLake(url) ? MAX_LAKE_PARAMETERS : MAX_PARAMETERS);
}

/** `//` and a backslash can change the host; React Router parses the decoded path as a URL, where a backslash is a slash. */
function isNoAddress(request: IncomingMessage): boolean {
  const path = pathOf(request);
  if (!path.startsWith("/") || path.startsWith("//") || /[\\\0]/.test(path)) return true;
  try {
    return /[\\\0]/.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

const isTooDeep = (path: string): boolean => path.split("/").length - 1 > MAX_SEGMENTS;

/** True for a path of the site that costs seconds to match with its routes. Such a request is rejected. */
export const isTooLongToMatch = (path: string): boolean => path.length > MAX_URL_BYTES || isTooDeep(path);

const isOtherHost = ({ headers: { host } }: IncomingMessage, { hosts }: GuardOptions): boolean =>
  !host || !hosts.has(host.toLowerCase());

/** A browser that was led here by another host's name (DNS rebinding) does not know the token, which the lake checks. */
const isFromOurProcess = ({ url = "", headers }: IncomingMessage): boolean =>
  headers["x-lake-site"] !== undefined && isForLake(url);

/** Remix parses it as a URL, for some methods before anything else. */
const isNoOrigin = ({ headers: { origin } }: IncomingMessage): boolean =>
  origin !== undefined && origin !== "null" && !URL.canParse(origin);

/** Nothing here needs compressed bodies, and Node's brotli decoder has a known flaw (docs/decisions/0003-node-from-npm.md). */
const isCompressed = ({ headers: { "content-encoding": encoding } }: IncomingMessage): boolean =>
  Boolean(encoding) && encoding !== "identity";

/** A second Host, which a proxy may read instead: Node keeps the first (RFC 9112 section 3.2). */
function namesHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Another coding than `chunked` (RFC 9112 section 6.1). Node itself rejects two lengths, and a length with a coding. */
const isCoded = ({ headers: { "transfer-encoding": coding } }: IncomingMessage): boolean =>
  coding !== undefined && coding.toLowerCase() !== "chunked";

/**
 * Unsafe methods have to come from our own pages (Fetch Metadata, then Origin). Callers other than browsers send neither header
 * and need a token or a signature.
 */
function isCrossSite({ method = "GET", headers }: IncomingMessage, { origins }: GuardOptions): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined) return !origins.has(origin);
  return site !== undefined && site !== "same-origin" && site !== "none";
}

type Check = (request: IncomingMessage, options: GuardOptions) => boolean;

/** What a request is rejected for by its head, in this order. */
const CHECKS: readonly [status: number, message: string, isWrong: Check][] = [
  [414, "The address is too long.", isTooLong],
  [414, "The address has too many parameters.", hasTooManyParameters],
  [400, "The address is not valid.", isNoAddress],
  [414, "The address is too deep.", (request) => isTooDeep(pathOf(request))],
  [405, "This method is not understood.", ({ method = "" }) => !METHODS.has(method)],
  [400, "The request names more than one host.", namesHosts],
  [400, "The request's transfer encoding is not understood.", isCoded],
  [
    421,
    "This site does not answer to that host.",
    (request, options) => !isFromOurProcess(request) && isOtherHost(request, options),
  ],
  [415, "Compressed requests are not understood.", isCompressed],
  [400, "The request's origin is not valid.", isNoOrigin],
  [403, "Requests from other sites are not accepted.", isCrossSite],
];

/** Returns the first rejection of a request by its head, or null. */
export function rejection(
  request: IncomingMessage,
  options: GuardOptions,
): { status: number; message: string } | null {
  const [status, message] = CHECKS.find(([, , isWrong]) => isWrong(request, options)) ?? [];
  return status === undefined || message === undefined ? null : { status, message };
}

/** The checks of `rejection` that remain for a GET or HEAD whose URL is a key of the page cache. */
export const isAllowedRead = (request: IncomingMessage, options: GuardOptions): boolean =>
  !namesHosts(request) && !isCoded(request) && !isOtherHost(request, options) && !isCompressed(request);
