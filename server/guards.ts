import type { IncomingMessage } from "node:http";
import type { Env } from "../app/platform/env.server.ts";

/** The error of a request that is rejected by its head. */
export interface Rejection {
  status: number;
  message: string;
}

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

/** True for GET and HEAD. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function hasMoreParameters(query: string, most: number): boolean {
  let count = 1;
  for (let at = query.indexOf("&"); at >= 0; at = query.indexOf("&", at + 1)) if (++count > most) return true;
  return false;
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

/** A long path costs Remix seconds of matching; `//` and a backslash can change the host. */
function rejectUrl(url: string): Rejection | null {
  if (url.length > (url.startsWith("/lake/") ? MAX_LAKE_URL_BYTES : MAX_URL_BYTES))
    return { status: 414, message: "The address is too long." };
  const path = url.split("?", 1)[0] ?? "";
  if (
    hasMoreParameters(url.slice(path.length), url.startsWith("/lake/") ? MAX_LAKE_PARAMETERS : MAX_PARAMETERS)
  )
    return { status: 414, message: "The address has too many parameters." };
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\\") || path.includes("\0")) {
    return { status: 400, message: "The address is not valid." };
  }
  if (path.split("/").length - 1 > MAX_SEGMENTS) return { status: 414, message: "The address is too deep." };
  try {
    // React Router parses the decoded path as a URL, where a backslash is a slash.
    if (/[\\\0]/.test(decodeURIComponent(path))) return { status: 400, message: "The address is not valid." };
  } catch {
    return { status: 400, message: "The address is not valid." };
  }
  return null;
}

function rejectMethod(method: string): Rejection | null {
  return METHODS.has(method) ? null : { status: 405, message: "This method is not understood." };
}

function rejectHost(host: string | undefined, hosts: ReadonlySet<string>): Rejection | null {
  return host && hosts.has(host.toLowerCase())
    ? null
    : { status: 421, message: "This site does not answer to that host." };
}

/** A browser that was led here by another host's name (DNS rebinding) does not know the token, which the lake checks. */
function isFromOurProcess({ url, headers }: IncomingMessage): boolean {
  return headers["x-lake-site"] !== undefined && (url ?? "").startsWith("/lake/");
}

/** Remix parses it as a URL, for some methods before anything else. */
function rejectOrigin(origin: string | undefined): Rejection | null {
  return origin === undefined || origin === "null" || URL.canParse(origin)
    ? null
    : { status: 400, message: "The request's origin is not valid." };
}

/** Nothing here needs compressed bodies, and Node's brotli decoder has a known flaw (docs/decisions/0003-node-from-npm.md). */
function rejectEncoding(request: IncomingMessage): Rejection | null {
  const encoding = request.headers["content-encoding"];
  return encoding && encoding !== "identity"
    ? { status: 415, message: "Compressed requests are not understood." }
    : null;
}

/**
 * Requests that a proxy may interpret differently: a second Host (Node keeps the first) and transfer codings besides `chunked`
 * (RFC 9112 sections 3.2 and 6.1). Node itself rejects two lengths, and a length with a coding.
 */
function rejectAmbiguous({ rawHeaders, headers }: IncomingMessage): Rejection | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1) return { status: 400, message: "The request names more than one host." };
  const coding = headers["transfer-encoding"];
  return coding === undefined || coding.toLowerCase() === "chunked"
    ? null
    : { status: 400, message: "The request's transfer encoding is not understood." };
}

/**
 * Unsafe methods have to come from our own pages (Fetch Metadata, then Origin). Callers other than browsers send neither header
 * and need a token or a signature.
 */
function rejectCrossSite(request: IncomingMessage, origins: ReadonlySet<string>): Rejection | null {
  if (SAFE_METHODS.has(request.method ?? "GET")) return null;
  const site = request.headers["sec-fetch-site"];
  const { origin } = request.headers;
  const foreignOrigin = origin !== undefined && !origins.has(origin);
  const foreignSite =
    site !== undefined &&
    site !== "same-origin" &&
    site !== "none" &&
    (origin === undefined || foreignOrigin);
  return foreignOrigin || foreignSite
    ? { status: 403, message: "Requests from other sites are not accepted." }
    : null;
}

/** Returns the first rejection of a request by its head, or null. */
export function rejection(request: IncomingMessage, options: GuardOptions): Rejection | null {
  return (
    rejectUrl(request.url ?? "") ??
    rejectMethod(request.method ?? "") ??
    rejectAmbiguous(request) ??
    (isFromOurProcess(request) ? null : rejectHost(request.headers.host, options.hosts)) ??
    rejectEncoding(request) ??
    rejectOrigin(request.headers.origin) ??
    rejectCrossSite(request, options.origins)
  );
}

/** The checks of `rejection` that remain for a GET or HEAD whose URL is a key of the page cache. */
export function isAllowedRead(request: IncomingMessage, { hosts }: GuardOptions): boolean {
  return !rejectAmbiguous(request) && !rejectHost(request.headers.host, hosts) && !rejectEncoding(request);
}
