import type { LakeError } from "../errors.ts";

/** A JSON answer that no cache keeps: what a token may see must not reach those without it. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

export const errorResponse = (error: LakeError): Response => json(error.body, error.status, error.headers);
