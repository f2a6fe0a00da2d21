import { setImmediate } from "node:timers/promises";

/** libuv accepts one connection in each turn. So many turns without work take less than a millisecond. */
const TURNS_BETWEEN = 64;

/**
 * Returns a function whose promises resolve one after another, each after 64 turns of the event loop. Long work that waits for it
 * (a render takes 10 to 40 ms) lets connections and requests in before it: without that, fifty callers who connect at once keep
 * everybody behind them waiting for fifty renders.
 */
export function createYield(): () => Promise<void> {
  let last = Promise.resolve();
  const takeTurns = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await setImmediate();
  };
  return () => {
    last = last.then(takeTurns);
    return last;
  };
}
