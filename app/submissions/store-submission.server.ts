import type { WriteClient } from "../platform/content-store.ts";
import { createSubmission, type StoredSubmission } from "./create.server.ts";
import type { RetryPolicy } from "../platform/retry.server.ts";
import { saysTheSame } from "./says-the-same.server.ts";

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
  return otherId && !saysTheSame(stored, document) ? create(otherId) : stored;
}
