import { randomBytes } from "node:crypto";
import type { LakeLog } from "../model/errors.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";

type Listener = (transaction: CommittedTransaction) => void;

/** Transactions kept for listeners that resume, and documents that these have changed: an import is not kept as a whole. */
const MAX_RECENT = { transactions: 200, changes: 10_000 };

/** Publishes transactions to subscribers, in order, before the author gets the result. */
export class Feed {
  readonly #listeners = new Set<Listener>();
  readonly #closers = new Set<() => void>();
  readonly #recent: CommittedTransaction[] = [];
  readonly #log: LakeLog;
  #recentChanges = 0;
  #published = 0;
  /** The position before the first of the recent transactions. */
  #base = randomBytes(8).toString("hex");

  constructor(log: LakeLog) {
    this.#log = log;
  }

  publish(transaction: CommittedTransaction): void {
    queueMicrotask(() => {
      // In the same microtask as the calls, so that a new subscriber gets each transaction once.
      this.#published += 1;
      this.#recent.push(transaction);
      this.#recentChanges += transaction.changes.length;
      this.#forgetOldest();
      for (const listener of this.#listeners) {
        try {
          listener(transaction);
        } catch (error) {
          this.#log("error", "A subscriber failed", { error, transactionId: transaction.transactionId });
        }
      }
    });
  }

  /** Number of published transactions. */
  get published(): number {
    return this.#published;
  }

  /** Id of the last published transaction. Before the first one, an id that no other process has. */
  get position(): string {
    return this.#recent.at(-1)?.transactionId ?? this.#base;
  }

  /** Returns the transactions after a position, or undefined if they are no longer kept. */
  after(position: string): CommittedTransaction[] | undefined {
    if (position === this.#base) return [...this.#recent];
    return this.since(position)?.slice(1);
  }

  /** Returns the transactions from this one on, or undefined if it is no longer kept. */
  since(transactionId: string): CommittedTransaction[] | undefined {
    const index = this.#recent.findLastIndex((one) => one.transactionId === transactionId);
    return index === -1 ? undefined : this.#recent.slice(index);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Number of open streams. */
  get listening(): number {
    return this.#closers.size;
  }

  #forgetOldest(): void {
    while (
      this.#recent.length > MAX_RECENT.transactions ||
      (this.#recent.length > 1 && this.#recentChanges > MAX_RECENT.changes)
    ) {
      const oldest = this.#recent.shift();
      this.#recentChanges -= oldest?.changes.length ?? 0;
      this.#base = oldest?.transactionId ?? this.#base;
    }
  }

  /** Forgets recent transactions: listeners that resume start over. */
  forget(): void {
    this.#recent.length = 0;
    this.#recentChanges = 0;
    this.#base = randomBytes(8).toString("hex");
  }

  /** Calls `closer` when the lake closes. Returns a function that unsubscribes. */
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
