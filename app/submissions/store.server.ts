import { isDeepStrictEqual } from "node:util";
import {
  documentId,
  requireAcknowledged,
  type WriteClient,
  retryWrite,
  type RetryPolicy,
} from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";

/** A stored document: the submission's fields and those that the store adds. */
export type StoredSubmission<Fields extends object> = Fields & { _id: string; _type: string };

/** Deletes a document by id; a missing one counts as deleted. Throws like `storeSubmission`. */
export async function removeSubmission(client: WriteClient, id: string, policy?: RetryPolicy): Promise<void> {
  await retryWrite(async (signal) => {
    const done = await client.delete(documentId(id), { visibility: "async", returnDocuments: false, signal });
    requireAcknowledged(done, id);
  }, policy);
}

/** Removes the spam reason of a stored submission. Throws like `storeSubmission`. */
export async function clearSpamReason(client: WriteClient, id: string, policy?: RetryPolicy): Promise<void> {
  const patch = client.patch(documentId(id)).unset(["suspected"]);
  await retryWrite((signal) => client.mutate(patch, { visibility: "async", signal }), policy);
}

/** A valid submission that is to be stored. */
export interface Submission<Fields extends object> {
  type: string;
  /** Document id with a dot, such as `contact.<uuid>`. */
  id: string;
  /**
   * Id to use when the first one already belongs to different content: a message whose response was lost before the visitor
   * changed it. Both are stored. Left out where an id always means the same content.
   */
  otherId?: string;
  document: Fields;
}

/**
 * Stores a submission once, however often and in whatever order it is sent: an existing document with its id stays unchanged.
 * Returns the stored document. `async` visibility means that the write is committed but may not be searchable yet. Throws an
 * AppError: `bad-request` for an invalid id, `permission-denied`, `unavailable` (after retries) or `internal`.
 */
export async function storeSubmission<Fields extends object>(
  client: WriteClient,
  { type, id, otherId, document }: Submission<Fields>,
  policy?: RetryPolicy,
): Promise<StoredSubmission<Fields>> {
  documentId(id);
  if (!id.includes(".")) throw new AppError("internal", `${type}: the id of personal data needs a dot.`);
  const stored = await retryWrite(async (signal) => {
    const found = await client.createIfNotExists<Fields>(
      { ...document, _id: id, _type: type },
      { visibility: "async", signal },
    );
    // A proxy's page with status 200 is no acknowledgement.
    if (found?._id !== id) throw new AppError("unavailable", `${type}: the write was not acknowledged.`);
    return found;
  }, policy);
  if (!otherId || isSameSubmission(stored, document)) return stored;
  return storeSubmission(client, { type, id: otherId, document }, policy);
}

/**
 * Returns whether a stored document has the content of a submission, apart from its times (`submitted_at`, `subscribed_at`)
 * and what was added later, such as the review status or a spam reason.
 */
export function isSameSubmission(stored: object, document: object): boolean {
  const held = new Map(Object.entries(stored));
  return Object.entries(document).every(
    ([name, value]) =>
      name.endsWith("_at") || name === "suspected" || isDeepStrictEqual(held.get(name), value),
  );
}
