import type { LakeError } from "../model/errors.ts";

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Bodies that are there as a whole, by response: sending one without a stream costs half as much. */
const wholeBodies = new WeakMap<Response, string | Uint8Array>();

/** Returns the whole body of a response of `jsonText`; undefined for any other. */
export const wholeBodyOf = (response: Response): string | Uint8Array | undefined => wholeBodies.get(response);

/** Returns a response for a body that is JSON text already, or its bytes. No cache stores it: what a token may see must not reach others. */
export function jsonText(
  text: string | Uint8Array<ArrayBuffer>,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // With a length the body is sent in one piece, together with the headers.
  const length = { "content-length": String(Buffer.byteLength(text)) };
  const response = new Response(text, { status, headers: { ...JSON_HEADERS, ...length, ...headers } });
  wholeBodies.set(response, text);
  return response;
}

/** Returns a JSON response that no cache stores. */
export const json = (body: unknown, status?: number, headers?: Readonly<Record<string, string>>): Response =>
  jsonText(JSON.stringify(body), status, headers);

/** Returns a response whose JSON body is sent as it is read. */
export const jsonStream = (body: ReadableStream<Uint8Array>): Response =>
  new Response(body, { headers: JSON_HEADERS });

/** Returns a response of lines of JSON, each made when it is sent. */
export const jsonLines = (lines: ReadableStream<Uint8Array>): Response =>
  new Response(lines, {
    headers: { "content-type": "application/x-ndjson; charset=utf-8", "cache-control": "no-store" },
  });

export const errorResponse = (error: LakeError): Response => json(error.body, error.status, error.headers);

const METHODS = "GET, POST, PUT, PATCH, DELETE";
const MAX_AGE_S = 600;

function corsHeaders(request: Request, origins: ReadonlySet<string>): Record<string, string> | null {
  const origin = request.headers.get("origin");
  if (origin === null || !origins.has(origin)) return null;
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
  };
}

/** Returns the response to a CORS preflight request, or null for other requests. */
export function preflight(request: Request, origins: ReadonlySet<string>): Response | null {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return null;
  const allowed = corsHeaders(request, origins);
  if (!allowed) return new Response(null, { status: 403, headers: { vary: "origin" } });
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      vary: "origin",
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "",
      "access-control-max-age": String(MAX_AGE_S),
    },
  });
}

/** Adds the headers by which pages of the configured origins may read a response. Changes and returns it. */
export function allowOrigin(response: Response, request: Request, origins: ReadonlySet<string>): Response {
  const allowed = corsHeaders(request, origins);
  if (!allowed) return response;
  for (const [name, value] of Object.entries(allowed)) response.headers.set(name, value);
  response.headers.append("vary", "origin");
  return response;
}
