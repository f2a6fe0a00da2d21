import type { Store } from "../store/store.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import { WriteFailed } from "../store/transaction-log.ts";

/** The result of an attempt. `committed` is missing if there was nothing to write. */
export interface Attempt<Result> {
  result: Result;
  committed?: CommittedTransaction;
}

/** Work that may pause where it yields, and does at "pause". Nothing else is written meanwhile. */
export type Work<Result> = Generator<"pause" | void, Result>;

interface Waiting {
  attempt(): Work<Attempt<unknown>>;
  /** An attempt that has paused. */
  paused?: Work<Attempt<unknown>> | undefined;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Settled = { done: Attempt<unknown> } | { refused: unknown };

/** Further transactions wait for the next commit. */
const MAX_GROUP_SIZE = 256;

/** After this time, too, in ms, in the middle of a transaction: other requests are served in between. */
const MAX_GROUP_MS = 10;

/** Goes on with an attempt. Returns undefined if it pauses. It never does without an end of its time. */
function settle(one: Waiting, until: number): Settled | undefined {
  const work = one.paused ?? one.attempt();
  one.paused = undefined;
  try {
    for (;;) {
      const { done, value } = work.next();
      if (done) return { done: value };
      if (until === Infinity || (value !== "pause" && performance.now() <= until)) continue;
      one.paused = work;
      return undefined;
    }
  } catch (error) {
    // A failure of the database fails all that share the commit.
    if (error instanceof WriteFailed) throw error;
    return { refused: error };
  }
}

/**
 * Group commit: transactions of the same turn of the event loop share one commit, because waiting for the disk is most of the
 * cost of a transaction, and further ones arrive meanwhile. They run in order of arrival; a rejected one does not affect the
 * others. If the database itself fails, nothing has happened and each is retried with a commit of its own. None is
 * acknowledged or published before all are on disk.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #published: (transaction: CommittedTransaction) => void;
  #waiting: Waiting[] = [];

  /** `published` is called with every transaction on disk, in order, before its author gets the result. */
  constructor(store: Store, published: (transaction: CommittedTransaction) => void) {
    this.#store = store;
    this.#published = published;
  }

  /** Resolves with the attempt's result once it is on disk. Rejects with what it throws, and then nothing has changed. */
  add<Result>(attempt: () => Work<Attempt<Result>>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // Wait until everything that has arrived by now is read.
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ attempt, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Runs everything that waits, before the store is closed. */
  drain(): void {
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const group = this.#waiting.splice(0, MAX_GROUP_SIZE);
    if (group.length === 0) return;
    this.#waiting.unshift(...group.slice(this.#run(group)));
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
  }

  /** Runs transactions from the first on. Returns how many. */
  #run(group: readonly Waiting[], ms = MAX_GROUP_MS): number {
    const settled: Settled[] = [];
    const until = performance.now() + ms;
    try {
      this.#store.together(() => {
        for (const one of group) {
          const ended = settle(one, until);
          if (ended) settled.push(ended);
          if (!ended || performance.now() > until) break;
        }
      });
    } catch (error) {
      // Nothing has happened yet, so each can be retried alone: one of them may be the cause.
      for (const one of group) one.paused = undefined;
      if (group.length > 1) for (const one of group) this.#run([one], Infinity);
      else group[0]?.reject(error);
      return group.length;
    }
    for (const [index, one] of settled.entries()) {
      if ("refused" in one) group[index]?.reject(one.refused);
      else {
        if (one.done.committed) this.#published(one.done.committed);
        group[index]?.resolve(one.done.result);
      }
    }
    return settled.length;
  }
}
