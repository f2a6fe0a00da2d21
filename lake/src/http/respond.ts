import type { LakeError } from "../errors.ts";

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Returns a response for a body that is JSON text already. No cache stores it: what a token may see must not reach others. */
export function jsonText(
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // With a length the body is sent in one piece, together with the headers.
  const length = { "content-length": String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...JSON_HEADERS, ...length, ...headers } });
}

/** Returns a JSON response that no cache stores. */
export const json = (body: unknown, status?: number, headers?: Readonly<Record<string, string>>): Response =>
  jsonText(JSON.stringify(body), status, headers);

/** Returns a response whose JSON body is sent as it is read. */
export const jsonStream = (body: ReadableStream<Uint8Array>): Response =>
  new Response(body, { headers: JSON_HEADERS });

export const errorResponse = (error: LakeError): Response => json(error.body, error.status, error.headers);
