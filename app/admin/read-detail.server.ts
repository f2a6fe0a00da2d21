import type { SanityClient } from "@sanity/client";
import { isDocumentId } from "../platform/content-store.ts";
import { storeError } from "../platform/store-error.server.ts";

/**
 * Reads one submission with what belongs to it. Throws a 404 Response when there is none and a 503 one when the store does
 * not answer (Remix keeps the status of a thrown Response).
 */
export async function readDetail<Result extends { document: unknown }>(
  client: SanityClient,
  query: string,
  id: string | undefined,
  report: (error: unknown) => void,
): Promise<Result & { document: NonNullable<Result["document"]> }> {
  if (!isDocumentId(id)) throw new Response("There is no such submission.", { status: 404 });
  let found: Result;
  try {
    found = await client.fetch<Result>(query, { id });
  } catch (cause) {
    report(storeError(cause));
    throw new Response("The content store does not answer.", {
      status: 503,
      headers: { "Retry-After": "30" },
    });
  }
  if (!found.document) throw new Response("There is no such submission.", { status: 404 });
  return found as Result & { document: NonNullable<Result["document"]> };
}
