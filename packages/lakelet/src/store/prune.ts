import type { LakeLog } from "../model/errors.ts";
import type { Store } from "./store.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A clock that is further ahead of the last known time may be wrong. */
const CLOCK_JUMP_MS = 30 * DAY_MS;

/**
 * Creates the daily removal of old history. After a jump of the clock nothing is removed until the next call: a wrong clock
 * would delete history for good, and a right one loses a day.
 */
export function createPruning(store: Store, historyDays: number, log: LakeLog): () => void {
  let lastKnown = store.lastTransactionTime;
  return () => {
    const now = Date.now();
    const isJump = lastKnown > 0 && now - lastKnown > CLOCK_JUMP_MS;
    const days = Math.round((now - lastKnown) / DAY_MS);
    lastKnown = now;
    if (isJump) return log("warn", `Old history is kept for now: the clock is ${days} days ahead`);
    try {
      store.history.prune(new Date(now - historyDays * DAY_MS).toISOString());
    } catch (error) {
      log("warn", "Old history could not be removed", { error });
    }
  };
}
