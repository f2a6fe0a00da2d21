import { isDeepStrictEqual } from "node:util";
import {
  documentId,
  type WriteClient,
  retryWrite,
  type RetryPolicy,
} from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";

export interface NewSubmission<Fields extends object> {
  client: WriteClient;
  type: string;
  /** Document id with a dot, such as `contact.<uuid>`: the dot hides it from anonymous readers. */
  id: string;
  document: Fields;
  policy?: RetryPolicy;
}

/** A stored document: the submission's fields and those that the store adds. */
export type StoredSubmission<Fields extends object> = Fields & { _id: string; _type: string };

/**
 * Stores a submission once, however often it is sent: an existing document with this id stays unchanged. Returns the stored
 * document. `async` visibility means that the write is committed but may not be searchable yet. Throws an AppError:
 * `bad-request` for an invalid id, `permission-denied`, `unavailable` (after retries) or `internal`.
 */
export async function createSubmission<Fields extends object>(
  submission: NewSubmission<Fields>,
): Promise<StoredSubmission<Fields>> {
  const { client, type, id, document, policy } = submission;
  documentId(id);
  if (!id.includes(".")) throw new AppError("internal", `${type}: the id of personal data needs a dot.`);
  return retryWrite(async (signal) => {
    const stored = await client.createIfNotExists<Fields>(
      { ...document, _id: id, _type: type },
      { visibility: "async", signal },
    );
    // A proxy's page with status 200 is no acknowledgement.
    if (stored?._id !== id) throw new AppError("unavailable", `${type}: the write was not acknowledged.`);
    return stored;
  }, policy);
}

/** Deletes a document by id; a missing one counts as deleted. Throws like `createSubmission`. */
export async function removeSubmission(client: WriteClient, id: string, policy?: RetryPolicy): Promise<void> {
  await retryWrite(async (signal) => {
    const done = await client.delete(documentId(id), { visibility: "async", returnDocuments: false, signal });
    if (!done?.transactionId) throw new AppError("unavailable", `${id}: the removal was not acknowledged.`);
  }, policy);
}

/** Removes the spam reason of a stored submission. Throws like `createSubmission`. */
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

/** Stores a submission once, however often and in whatever order it is sent. Throws like `createSubmission`. */
export async function storeSubmission<Fields extends object>(
  client: WriteClient,
  { type, id, otherId, document }: Submission<Fields>,
  policy?: RetryPolicy,
): Promise<StoredSubmission<Fields>> {
  const create = (id: string) =>
    createSubmission<Fields>({ client, type, id, document, ...(policy ? { policy } : {}) });
  const stored = await create(id);
  return otherId && !isSameSubmission(stored, document) ? create(otherId) : stored;
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
