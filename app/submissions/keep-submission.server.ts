import type { SanityClient } from "@sanity/client";
import { AppError, isAppError } from "../platform/errors.ts";
import type { StoredSubmission } from "./create.server.ts";
import type { Letters, SubmissionQueue } from "./queue/submission-queue.server.ts";
import type { RetryPolicy } from "./retry.server.ts";
import { storeError } from "./store-error.server.ts";
import { storeSubmission, type Submission } from "./store-submission.server.ts";

/** Where submissions go. */
export interface Keeper {
  /** With a write token. */
  client: SanityClient;
  queue: SubmissionQueue;
  /** Hears what went wrong and did not reach the visitor. */
  report: (error: AppError) => void;
  policy?: RetryPolicy;
}

/** Shorter than where nothing but the store will do: the visitor waits, and the queue is there. */
const STORE_POLICY: RetryPolicy = {
  attempts: 3,
  firstPause: 150,
  attemptTimeout: 2_000,
  budget: 4_500,
};

/**
 * Keeps a submission in one durable place: the content store, or the queue on this machine's disk while the store is
 * unavailable; its mails are put on their way. Answers it as it is kept. Throws the store's AppError: `permission-denied` or
 * `internal`, which waiting does not mend, or `unavailable` when the queue cannot be written either.
 */
export async function keepSubmission<Fields extends object>(
  keeper: Keeper,
  submission: Submission<Fields>,
  letters: Letters<Fields> = () => [],
): Promise<StoredSubmission<Fields>> {
  const { client, queue, report, policy = STORE_POLICY } = keeper;
  const stored = await storeSubmission(client, submission, policy).catch(storeError);
  try {
    if (!isAppError(stored)) queue.send(letters(stored));
    else if (stored.code === "unavailable") return queue.put(submission, letters);
  } catch (cause) {
    report(new AppError("internal", "The queue cannot be written.", { cause }));
  }
  if (isAppError(stored)) throw stored;
  return stored;
}
