import type { LakeDocument } from "../document.ts";
import type { SortedIds } from "./sorted.ts";

interface Index {
  /** Updates the index for a created, changed or deleted document, also for one that it does not contain yet. */
  replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void;
}

interface Entry<T> {
  index: T;
  /** Ids of the documents for the index, in order. */
  ids: () => SortedIds | undefined;
  /** The next id to index. */
  next: string | undefined;
  isReady: boolean;
}

/** Limits the memory that unusual queries can take. */
const MAX_INDEXES = 16;

/** So few documents are indexed at once, in about 5 ms; more are indexed in slices, between which others are served. */
const AT_ONCE = 5000;
const SLICE = 1000;

/** Indexes that are built at their first use. The least recently used are dropped. */
export class OnDemandIndexes<T extends Index> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #get: (id: string) => LakeDocument | undefined;

  constructor(get: (id: string) => LakeDocument | undefined) {
    this.#get = get;
  }

  get keys(): Iterable<string> {
    return this.#entries.keys();
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    for (const { index } of this.#entries.values()) index.replace(before, after);
  }

  /**
   * Returns an index, undefined while it is built.
   * @param create returns an empty index
   * @param ids of the documents for it
   */
  get(
    key: string,
    create: () => T,
    ids: () => SortedIds | undefined,
    { atOnce = (ids()?.size ?? 0) <= AT_ONCE } = {},
  ): T | undefined {
    const known = this.#entries.get(key);
    const entry = known ?? { index: create(), ids, next: undefined, isReady: false };
    // Scheduled before it is known: a deadline may stop this anywhere.
    if (!known && !atOnce) setImmediate(() => this.#continue(key));
    if (atOnce && !entry.isReady) this.#fill(entry, Infinity);
    // Move it to the end: the first is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_INDEXES && oldest !== undefined) this.#entries.delete(oldest);
    return entry.isReady ? entry.index : undefined;
  }

  /** Indexes this many more documents in each index that is being built. */
  build(count: number): void {
    for (const entry of this.#entries.values()) if (!entry.isReady) this.#fill(entry, count);
  }

  #continue(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry || entry.isReady) return;
    this.#fill(entry, SLICE);
    if (!entry.isReady) setImmediate(() => this.#continue(key));
  }

  #fill(entry: Entry<T>, count: number): void {
    let left = count;
    for (const id of entry.ids()?.from(entry.next) ?? []) {
      if (left === 0) {
        entry.next = id;
        return;
      }
      left -= 1;
      entry.index.replace(undefined, this.#get(id));
    }
    entry.isReady = true;
  }
}
