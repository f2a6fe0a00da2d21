import pRetry from "p-retry";
import { storeError } from "./store-error.server.ts";

export interface RetryPolicy {
  /** Maximum number of calls, including the first. */
  attempts: number;
  /** Pause before the second call. Doubles for each further call; up to twice as long at random. */
  firstPauseMs: number;
  /** Timeout of one call: a lost packet should cost a retry, not the whole budget. */
  attemptTimeoutMs: number;
  /** Total time of all calls and pauses. */
  budgetMs: number;
}

const WRITE_POLICY: RetryPolicy = {
  attempts: 4,
  firstPauseMs: 150,
  attemptTimeoutMs: 4_000,
  budgetMs: 9_000,
};

/**
 * Runs an idempotent write until it succeeds, is refused, or the policy is used up. Retries `unavailable` only (network,
 * time-out, 429, 5xx). Throws the AppError of the last failure.
 */
export async function retryWrite<Result>(
  write: (signal: AbortSignal) => Promise<Result>,
  { attempts, firstPauseMs, attemptTimeoutMs, budgetMs }: RetryPolicy = WRITE_POLICY,
): Promise<Result> {
  const deadline = Date.now() + budgetMs;
  const attempt = () => {
    const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, deadline - Date.now()));
    return write(AbortSignal.timeout(timeoutMs)).catch((cause: unknown) => {
      throw storeError(cause);
    });
  };
  return pRetry(attempt, {
    retries: attempts - 1,
    minTimeout: firstPauseMs,
    maxRetryTime: budgetMs,
    randomize: true,
    shouldRetry: ({ error }) => storeError(error).code === "unavailable",
  });
}
