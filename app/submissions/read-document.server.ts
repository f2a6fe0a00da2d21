import type { SanityClient, SanityDocument } from "@sanity/client";
import { AppError } from "../platform/errors.ts";
import { storeError } from "./store-error.server.ts";

/**
 * The stored document of an id, or null when there is none. Throws an AppError when the store does not answer, also when
 * what comes is no answer of a store (a proxy's page with status 200): `client.getDocument` takes that for "none".
 */
export async function readDocument<Document extends object>(
  client: SanityClient,
  id: string,
): Promise<(SanityDocument & Document) | null> {
  const url = client.getDataUrl("doc", id);
  const answer = await client
    .request<{ documents?: (SanityDocument & Document)[] } | undefined>({ url })
    .catch((cause: unknown) => {
      throw storeError(cause);
    });
  if (!Array.isArray(answer?.documents)) throw new AppError("unavailable", `${id}: the answer is none.`);
  return answer.documents[0] ?? null;
}
