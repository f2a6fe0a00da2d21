import type { IncomingMessage } from "node:http";
import type { Env } from "../app/platform/env.server.ts";

/** Why a request is turned away before anything of the site sees it. */
export interface Refusal {
  status: number;
  message: string;
}

const MAX_URL_BYTES = 2048;
/** @sanity/client puts a query of up to 11,264 characters into the address and posts what is longer. */
const MAX_LAKE_URL_BYTES = 12_288;
const MAX_SEGMENTS = 18;
/** Four tables of five parameters each, and what advertisers hang on addresses. */
const MAX_PARAMETERS = 64;
/** A query of the content store brings its own. */
const MAX_LAKE_PARAMETERS = 256;
/** What a request may ask at all; each path takes fewer of them. */
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
  /** Host names (with port where it is not the scheme's own) that this site answers to. */
  hosts: ReadonlySet<string>;
  /** Origins whose pages may post here. */
  origins: ReadonlySet<string>;
}

function hasMoreParameters(query: string, most: number): boolean {
  let count = 1;
  for (let at = query.indexOf("&"); at >= 0; at = query.indexOf("&", at + 1)) if (++count > most) return true;
  return false;
}

/** The hosts this process answers to: its public one, and the loopback names with the port it listens on. */
export function guardOptions(env: Pick<Env, "publicUrl">, port: number): GuardOptions {
  const publicHost = new URL(env.publicUrl).host;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`);
  return {
    hosts: new Set([publicHost, ...loopback]),
    origins: new Set([env.publicUrl, ...loopback.map((host) => `http://${host}`)]),
  };
}

/** URL rules: a long path costs Remix seconds of matching, `//` and a backslash can move the host. */
function refuseUrl(url: string): Refusal | null {
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
    // React Router reads the decoded path as an address, where a backslash is a slash.
    if (/[\\\0]/.test(decodeURIComponent(path))) return { status: 400, message: "The address is not valid." };
  } catch {
    return { status: 400, message: "The address is not valid." };
  }
  return null;
}

function refuseMethod(method: string): Refusal | null {
  return METHODS.has(method) ? null : { status: 405, message: "This method is not understood." };
}

function refuseHost(host: string | undefined, hosts: ReadonlySet<string>): Refusal | null {
  return host && hosts.has(host.toLowerCase())
    ? null
    : { status: 421, message: "This site does not answer to that host." };
}

/** Remix reads it as a URL, for some methods before anything else. */
function refuseOrigin(origin: string | undefined): Refusal | null {
  return origin === undefined || origin === "null" || URL.canParse(origin)
    ? null
    : { status: 400, message: "The request's origin is not valid." };
}

/** Compressed bodies are refused: nothing here needs them, and a decoder is a door (see docs/decisions/0003). */
function refuseEncoding(request: IncomingMessage): Refusal | null {
  const encoding = request.headers["content-encoding"];
  return encoding && encoding !== "identity"
    ? { status: 415, message: "Compressed requests are not understood." }
    : null;
}

/**
 * What a proxy in front may have read differently: a second Host, of which Node keeps the first, and any body coding besides
 * `chunked` (RFC 9112 sections 3.2 and 6.1). Node itself refuses two lengths, and a length beside a coding.
 */
function refuseAmbiguous({ rawHeaders, headers }: IncomingMessage): Refusal | null {
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
 * Unsafe methods have to come from our own pages (Fetch Metadata, then Origin). Callers that are no browser send neither
 * and are judged by what they carry: a token, or a signature.
 */
function refuseCrossSite(request: IncomingMessage, origins: ReadonlySet<string>): Refusal | null {
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

/** All checks that need only the request's head, in order; null lets it in. */
export function refuse(request: IncomingMessage, options: GuardOptions): Refusal | null {
  return (
    refuseUrl(request.url ?? "") ??
    refuseMethod(request.method ?? "") ??
    refuseAmbiguous(request) ??
    refuseHost(request.headers.host, options.hosts) ??
    refuseEncoding(request) ??
    refuseOrigin(request.headers.origin) ??
    refuseCrossSite(request, options.origins)
  );
}

/** What of `refuse` is left to ask of a GET or HEAD for an address that is known to be good. */
export function isWelcomeReader(request: IncomingMessage, { hosts }: GuardOptions): boolean {
  return !refuseAmbiguous(request) && !refuseHost(request.headers.host, hosts) && !refuseEncoding(request);
}
