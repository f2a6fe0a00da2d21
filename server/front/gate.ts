/** Where requests wait while there is nobody to pass them on to. */
export class Gate {
  #open = false;
  #givenUp = false;
  readonly #waiting = new Set<() => void>();

  get isOpen(): boolean {
    return this.#open;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  open(): void {
    this.#open = true;
    for (const go of this.#waiting) go();
  }

  close(): void {
    this.#open = false;
  }

  /** While it is closed nobody waits any more, now or later. */
  giveUp(): void {
    this.#givenUp = true;
    for (const go of this.#waiting) go();
  }

  /** True once it is open; false when that takes longer than `patience` milliseconds, or `signal` ends the wait. */
  async opened(patience: number, signal: AbortSignal): Promise<boolean> {
    if (this.#open || this.#givenUp || signal.aborted) return this.#open;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patience);
    this.#waiting.add(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
    return this.#open && !signal.aborted;
  }
}
