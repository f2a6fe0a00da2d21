import type { SanityDocument } from "@sanity/client";
import { documentUrl, type ReadClient } from "./content-store.ts";
import { AppError } from "./errors.ts";
import { storeError } from "./store-error.server.ts";

/**
 * Returns a document by id, or null. Throws an AppError: `bad-request` for an invalid id, before any request; `unavailable` when
 * the store does not respond, or a proxy responds with 200 in its place, which `client.getDocument` takes for "no document".
 */
export async function readDocument<Document extends object>(
  client: ReadClient,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<(SanityDocument & Document) | null> {
  const url = documentUrl(client, id);
  const response = await client
    .request<{ documents?: (SanityDocument & Document)[] } | undefined>({
      url,
      ...(signal ? { signal } : {}),
    })
    .catch((cause: unknown) => {
      throw storeError(cause);
    });
  if (!Array.isArray(response?.documents))
    throw new AppError("unavailable", `${id}: the content store returned no data.`);
  return response.documents[0] ?? null;
}
