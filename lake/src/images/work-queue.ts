import pLimit from "p-limit";
import { LakeError } from "../errors.ts";

const AT_ONCE = 2;
const MAX_WAITING = 200;

/**
 * Lets few decoders run at once, so that a page full of new pictures cannot take the whole machine. Past
 * `MAX_WAITING` waiting jobs it refuses with LakeError 503, which clients and browsers may try again.
 */
export function createWorkQueue(atOnce = AT_ONCE, maxWaiting = MAX_WAITING) {
  const limit = pLimit(atOnce);
  return async function enqueue<T>(job: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxWaiting) {
      const message = "Too many images are being made; try again shortly";
      throw new LakeError(
        503,
        { statusCode: 503, error: "Service Unavailable", message },
        { "retry-after": "2" },
      );
    }
    return limit(job);
  };
}

export type WorkQueue = ReturnType<typeof createWorkQueue>;
