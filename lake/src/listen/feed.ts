import type { LakeLog } from "../log.ts";
import type { CommittedTransaction } from "../store/store.ts";

type Listener = (transaction: CommittedTransaction) => void;

/** Tells subscribers of transactions, in order, after the writer has its answer under way. */
export class Feed {
  readonly #listeners = new Set<Listener>();
  readonly #closers = new Set<() => void>();
  readonly #log: LakeLog;

  constructor(log: LakeLog) {
    this.#log = log;
  }

  publish(transaction: CommittedTransaction): void {
    queueMicrotask(() => {
      for (const listener of this.#listeners) {
        try {
          listener(transaction);
        } catch (error) {
          this.#log("error", "A subscriber failed", { error, transactionId: transaction.transactionId });
        }
      }
    });
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
