import type { SanityDocument } from "@sanity/client";
import { documentUrl, type ReadClient } from "./content-store.ts";
import { AppError } from "./errors.ts";
import { storeError } from "./store-error.server.ts";

/**
 * Returns the stored document of an id, or null when there is none. Throws an AppError: `bad-request` for what is no document
 * id, before anything is asked; `unavailable` when the store does not answer, also when a proxy answers in its place with
 * status 200, which `client.getDocument` takes for "none".
 */
export async function readDocument<Document extends object>(
  client: ReadClient,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<(SanityDocument & Document) | null> {
  const url = documentUrl(client, id);
  const answer = await client
    .request<{ documents?: (SanityDocument & Document)[] } | undefined>({
      url,
      ...(signal ? { signal } : {}),
    })
    .catch((cause: unknown) => {
      throw storeError(cause);
    });
  if (!Array.isArray(answer?.documents))
    throw new AppError("unavailable", `${id}: the content store returned no data.`);
  return answer.documents[0] ?? null;
}
