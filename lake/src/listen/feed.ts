import type { LakeLog } from "../log.ts";
import type { CommittedTransaction } from "../store/store.ts";

type Listener = (transaction: CommittedTransaction) => void;

/** How many transactions are remembered for listeners that come back. */
const REMEMBERED = 200;

/** Tells subscribers of transactions, in order, before the writer hears that its own is done. */
export class Feed {
  readonly #listeners = new Set<Listener>();
  readonly #closers = new Set<() => void>();
  readonly #recent: CommittedTransaction[] = [];
  readonly #log: LakeLog;
  #told = 0;

  constructor(log: LakeLog) {
    this.#log = log;
  }

  publish(transaction: CommittedTransaction): void {
    queueMicrotask(() => {
      // Together with the telling: who subscribes in between hears of it once.
      this.#told += 1;
      this.#recent.push(transaction);
      if (this.#recent.length > REMEMBERED) this.#recent.shift();
      for (const listener of this.#listeners) {
        try {
          listener(transaction);
        } catch (error) {
          this.#log("error", "A subscriber failed", { error, transactionId: transaction.transactionId });
        }
      }
    });
  }

  /** How many transactions have been told. */
  get told(): number {
    return this.#told;
  }

  /** What was told since a transaction, that one first; undefined when it is no longer remembered. */
  since(transactionId: string): CommittedTransaction[] | undefined {
    const index = this.#recent.findLastIndex((one) => one.transactionId === transactionId);
    return index === -1 ? undefined : this.#recent.slice(index);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How many streams are open. */
  get listening(): number {
    return this.#closers.size;
  }

  /** Forgets what was told; listeners that come back fetch everything anew. */
  forget(): void {
    this.#recent.length = 0;
  }

  /** Runs when the lake closes; returns the way to forget it. */
  onClose(closer: () => void): () => void {
    this.#closers.add(closer);
    return () => this.#closers.delete(closer);
  }

  close(): void {
    for (const closer of this.#closers) closer();
    this.#closers.clear();
    this.#listeners.clear();
  }
}
