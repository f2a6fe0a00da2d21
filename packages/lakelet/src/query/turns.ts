import { tooBusy } from "../model/errors.ts";
import { FairQueue } from "../model/fair-queue.ts";

interface Turn {
  start(): void;
  giveUp(error: unknown): void;
}

const MAX_WAITING = 500;

/** Shorter evaluations need no pause after them, in ms. */
const SHORT_MS = 10;

/** Longest pause, in ms. */
const MAX_REST_MS = 2000;

/**
 * Runs evaluations for callers from the network in this thread, one after another, with a pause as long as the evaluation after
 * each: half of the thread's time stays free for everything else.
 */
export class Turns {
  readonly #queue = new FairQueue<Turn>();
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Runs `work` at the caller's turn, at once if nobody waits. Rejects with LakeError 503 if too many wait, and with the
   * signal's reason if the caller leaves before.
   */
  run<T>(caller: string, signal: AbortSignal, work: () => T): Promise<T> {
    if (this.#queue.size >= MAX_WAITING) return Promise.reject(tooBusy());
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        start: () => {
          signal.removeEventListener("abort", leave);
          const started = performance.now();
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
          const now = performance.now();
          const took = now - started;
          if (took > SHORT_MS) this.#restsUntil = now + Math.min(took, MAX_REST_MS);
        },
        giveUp: reject,
      };
      const leave = (): void => {
        if (this.#queue.remove(caller, turn)) turn.giveUp(signal.reason);
      };
      if (this.#queue.size === 0 && performance.now() >= this.#restsUntil) return turn.start();
      signal.addEventListener("abort", leave, { once: true });
      this.#queue.push(caller, turn);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#timer || this.#queue.size === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#queue.shift()?.start();
        this.#schedule();
      },
      Math.max(0, this.#restsUntil - performance.now()),
    );
  }
}
