import { tooBusy } from "../errors.ts";
import { FairQueue } from "../http/fair-queue.ts";

interface Turn {
  start(): void;
  giveUp(error: unknown): void;
}

const MAX_WAITING = 500;

/** Evaluations shorter than this need no rest after them, in milliseconds. */
const SHORT_MS = 10;

/** Longest rest, in milliseconds. */
const MAX_REST_MS = 2000;

/**
 * Lets callers from the network evaluate in this thread, one after another, with as long a rest after each evaluation as
 * it took: half of the thread's time stays for everybody else, however much they ask.
 */
export class Turns {
  readonly #queue = new FairQueue<Turn>();
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Runs `work` when it is the caller's turn, which is at once while nobody waits.
   * @throws LakeError 503 when too many wait; rejects with the signal's reason when the caller leaves before
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
