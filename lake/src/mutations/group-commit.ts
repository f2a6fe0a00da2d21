import type { CommittedTransaction, Store } from "../store/store.ts";
import { WriteFailed } from "../store/transaction-log.ts";

/** What an attempt came to. `committed` is missing when it had nothing to write. */
export interface Attempt<Result> {
  result: Result;
  committed?: CommittedTransaction;
}

interface Waiting {
  attempt(): Attempt<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { done: Attempt<unknown> } | { refused: unknown };

/** Most transactions that share a commit; what comes beyond them waits for the next. */
const MOST = 256;

function outcomeOf({ attempt }: Waiting): Outcome {
  try {
    return { done: attempt() };
  } catch (error) {
    // What the database refuses takes those along that share the commit.
    if (error instanceof WriteFailed) throw error;
    return { refused: error };
  }
}

/**
 * Lets transactions that come in the same turn of the event loop share one commit: waiting for the disk is what a
 * transaction costs most, and while it lasts the next ones arrive. They run one after another, in the order in which they
 * came; one that is refused does not touch the others. Should the database itself fail, nothing has happened, and each has
 * a commit of its own. Nobody hears of any before all are on disk.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #published: (transaction: CommittedTransaction) => void;
  #waiting: Waiting[] = [];

  /** `published` hears of every transaction that is on disk, in order, before the one who made it hears that it is done. */
  constructor(store: Store, published: (transaction: CommittedTransaction) => void) {
    this.#store = store;
    this.#published = published;
  }

  /** Resolves with the attempt's result once it is on disk. Rejects with what it throws: then it has changed nothing. */
  add<Result>(attempt: () => Attempt<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // After all that has arrived by now was read.
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ attempt, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Runs all that is waiting, at once: for who closes the store. */
  drain(): void {
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const group = this.#waiting.splice(0, MOST);
    if (group.length === 0) return;
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
    this.#run(group);
  }

  #run(group: readonly Waiting[]): void {
    const outcomes: Outcome[] = [];
    try {
      this.#store.together(() => {
        for (const one of group) outcomes.push(outcomeOf(one));
      });
    } catch (error) {
      // Nothing has happened yet, so each may try again for itself: the fault may lie with one of them.
      if (group.length > 1) for (const one of group) this.#run([one]);
      else group[0]?.reject(error);
      return;
    }
    for (const [index, outcome] of outcomes.entries()) {
      if ("refused" in outcome) group[index]?.reject(outcome.refused);
      else {
        if (outcome.done.committed) this.#published(outcome.done.committed);
        group[index]?.resolve(outcome.done.result);
      }
    }
  }
}
