import { setTimeout as sleep } from "node:timers/promises";
import { storeError } from "./store-error.server.ts";

/** All times in milliseconds. */
export interface RetryPolicy {
  /** Calls in all, the first included. */
  attempts: number;
  /** Pause before the second call; doubles for each further one, with up to half of it more by chance. */
  firstPause: number;
  /** One call may take this long: a lost packet should cost a retry, not the whole budget. */
  attemptTimeout: number;
  /** After this the visitor is told, whatever the store is doing. */
  budget: number;
}

const WRITE_POLICY: RetryPolicy = {
  attempts: 4,
  firstPause: 150,
  attemptTimeout: 4_000,
  budget: 9_000,
};

/**
 * Runs a write that may safely happen twice until it succeeds, is refused for good, or the policy is used up.
 * Only `unavailable` is tried again (network, time-out, 429, 5xx). Throws the AppError of the last failure.
 */
export async function retryWrite<Result>(
  write: (signal: AbortSignal) => Promise<Result>,
  policy: RetryPolicy = WRITE_POLICY,
): Promise<Result> {
  const deadline = Date.now() + policy.budget;
  for (let attempt = 1; ; attempt++) {
    const timeout = Math.max(1, Math.min(policy.attemptTimeout, deadline - Date.now()));
    try {
      return await write(AbortSignal.timeout(timeout));
    } catch (cause) {
      const error = storeError(cause);
      const pause = policy.firstPause * 2 ** (attempt - 1) * (1 + Math.random() / 2);
      const worthIt = attempt < policy.attempts && Date.now() + pause < deadline;
      if (error.code !== "unavailable" || !worthIt) throw error;
      await sleep(pause);
    }
  }
}
