import { isDeepStrictEqual } from "node:util";
import { documentId, type WriteClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { retryWrite, type RetryPolicy } from "../platform/retry.server.ts";

export interface NewSubmission<Fields extends object> {
  client: WriteClient;
  type: string;
  /** Document id with a dot, such as `contact.<uuid>`: the dot keeps it from anonymous readers. */
  id: string;
  document: Fields;
  policy?: RetryPolicy;
}

/** A stored document: the fields of the submission and those the store adds. */
export type StoredSubmission<Fields extends object> = Fields & { _id: string; _type: string };

/**
 * Stores a submission once, however often it is sent: a document that is already there under this id stays as it is.
 * Returns what the store holds afterwards. With `async` visibility the write is committed, but it does not wait until
 * searches can see it.
 * Throws an AppError: `bad-request` for an id that is none, `permission-denied`, `unavailable` (after retries) or `internal`.
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
    // A proxy's page with status 200 is no acknowledgement; the store is somewhere behind it.
    if (stored?._id !== id) throw new AppError("unavailable", `${type}: the write was not acknowledged.`);
    return stored;
  }, policy);
}

/** Deletes a document by id; one that is not there counts as deleted. Throws like `createSubmission`. */
export async function removeSubmission(client: WriteClient, id: string, policy?: RetryPolicy): Promise<void> {
  await retryWrite(async (signal) => {
    const done = await client.delete(documentId(id), { visibility: "async", returnDocuments: false, signal });
    if (!done?.transactionId) throw new AppError("unavailable", `${id}: the removal was not acknowledged.`);
  }, policy);
}

/** Takes the suspicion off a stored submission. Throws like `createSubmission`. */
export async function clearSpamReason(client: WriteClient, id: string, policy?: RetryPolicy): Promise<void> {
  const patch = client.patch(documentId(id)).unset(["suspected"]);
  await retryWrite((signal) => client.mutate(patch, { visibility: "async", signal }), policy);
}

/** A checked submission on its way to the store. */
export interface Submission<Fields extends object> {
  type: string;
  /** Document id with a dot, such as `contact.<uuid>`. */
  id: string;
  /**
   * Id in case the first one already belongs to another text: one whose answer was lost before the visitor changed it.
   * Both are kept. Left out where an id can only ever stand for one content.
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
 * Whether a stored document holds what a submission says, whenever it was sent (`submitted_at`, `subscribed_at`) and
 * whatever was noted on it, such as an admin's status or a suspicion.
 */
export function isSameSubmission(stored: object, document: object): boolean {
  const held = new Map(Object.entries(stored));
  return Object.entries(document).every(
    ([name, value]) =>
      name.endsWith("_at") || name === "suspected" || isDeepStrictEqual(held.get(name), value),
  );
}
