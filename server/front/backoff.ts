/** A process that ran this long was all right; its end counts as the first one. Milliseconds. */
const GOOD_RUN = 30_000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 10_000;

/** How long to wait before a process that ended is started again: at once, then twice as long each time. */
export class Backoff {
  #failures = 0;

  /**
   * @param ran how long it ran, in milliseconds
   * @returns milliseconds
   */
  next(ran: number): number {
    if (ran >= GOOD_RUN) this.#failures = 0;
    const wait = this.#failures === 0 ? 0 : FIRST_WAIT * 2 ** (this.#failures - 1);
    this.#failures += 1;
    return Math.min(wait, LONGEST_WAIT);
  }
}
