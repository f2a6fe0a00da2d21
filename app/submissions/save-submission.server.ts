import { type WriteClient, type RetryPolicy, storeError } from "../platform/content-store.server.ts";
import { AppError, isAppError } from "../platform/errors.ts";
import type { SubmissionEmails, SubmissionQueue } from "./queue/submission-queue.server.ts";
import { removeSubmission, type StoredSubmission, storeSubmission, type Submission } from "./store.server.ts";

export interface SubmissionStore {
  client: WriteClient;
  queue: SubmissionQueue;
  /** Called with failures that the visitor does not see. */
  report: (error: AppError) => void;
  policy?: RetryPolicy;
}

/** Shorter than where only the store will do: the visitor waits, and the queue is the fallback. */
export const STORE_POLICY: RetryPolicy = {
  attempts: 3,
  firstPauseMs: 150,
  attemptTimeoutMs: 2_000,
  budgetMs: 4_500,
};

/**
 * Saves a submission in the content store or, while that is unavailable, in the queue, and queues its
 * emails. Returns it as saved. Throws the store's AppError: `permission-denied` or `internal`, which retrying does not fix,
 * or `unavailable` when the queue cannot be written either.
 */
export async function saveSubmission<Fields extends object>(
  store: SubmissionStore,
  submission: Submission<Fields>,
  emails: SubmissionEmails<Fields> = () => [],
): Promise<StoredSubmission<Fields>> {
  const { client, queue, report, policy = STORE_POLICY } = store;
  const stored = await storeSubmission(client, submission, policy).catch(storeError);
  try {
    if (!isAppError(stored)) await queue.send(emails(stored));
    else if (stored.code === "unavailable") return await queue.put(submission, emails);
  } catch (cause) {
    report(new AppError("internal", "The queue cannot be written.", { cause }));
  }
  if (isAppError(stored)) throw stored;
  return stored;
}

/** Runs a step on the queue. Returns false and reports the error when the queue cannot be read or written. */
async function onQueue({ report }: SubmissionStore, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (cause) {
    report(new AppError("internal", "The queue cannot be written.", { cause }));
    return false;
  }
}

/**
 * Withdraws a submission wherever it is: removes it from the queue, and from the store at once or as soon as that is
 * available. Throws like `saveSubmission`.
 */
export async function withdrawSubmission(
  store: SubmissionStore,
  submission: Pick<Submission<object>, "type" | "id">,
): Promise<void> {
  const { client, queue, policy = STORE_POLICY } = store;
  const withdraw = () => onQueue(store, () => queue.withdraw(submission));
  // A queue that cannot be read delivers nothing either.
  const waited = await onQueue(store, async () => {
    if (await queue.find(submission.id)) await queue.withdraw(submission);
    else await queue.forgetEmails(submission.id);
  });
  const removed = await removeSubmission(client, submission.id, policy).catch(storeError);
  if (!isAppError(removed)) return;
  if (removed.code === "unavailable" && waited && (await withdraw())) return;
  throw removed;
}

/** Cancels a queued removal, because the same submission is sent again. */
export async function cancelWithdrawal(store: SubmissionStore, id: string): Promise<void> {
  await onQueue(store, () => store.queue.cancelWithdrawal(id));
}
