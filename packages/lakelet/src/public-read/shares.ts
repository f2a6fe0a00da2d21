import { LRUCache } from "lru-cache";
import { tooManyRequests } from "../model/errors.ts";

const WINDOW_MS = 60_000;
const MAX_CALLERS = 10_000;

/** Evaluation time of each caller in the current minute. */
export class Shares {
  readonly #spent = new LRUCache<string, { ms: number }>({
    max: MAX_CALLERS,
    ttl: WINDOW_MS,
    noUpdateTTL: true,
  });

  readonly #shareMs: number;

  /** `shareMs`: evaluation per caller and minute, in ms. */
  constructor(shareMs: number) {
    this.#shareMs = shareMs;
  }

  charge(caller: string, ms: number): void {
    const spent = this.#spent.get(caller);
    if (spent) spent.ms += ms;
    else this.#spent.set(caller, { ms });
  }

  /** Runs a function at the cost of a caller. @throws LakeError 429 once the caller's share of this minute is used up */
  spend<T>(caller: string, run: () => T): T {
    this.check(caller);
    const started = performance.now();
    try {
      return run();
    } finally {
      this.charge(caller, performance.now() - started);
    }
  }

  isUsedUp(caller: string): boolean {
    return (this.#spent.get(caller)?.ms ?? 0) >= this.#shareMs;
  }

  /** @throws LakeError 429 once the caller's share of this minute is used up */
  check(caller: string): void {
    if (!this.isUsedUp(caller)) return;
    const waitS = this.#spent.getRemainingTTL(caller) / 1000;
    throw tooManyRequests("Your queries have taken too long; please wait a moment", waitS);
  }
}
