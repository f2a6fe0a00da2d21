import type { LakeDocument } from "../model/document.ts";
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
const READ_AT_ONCE = 500;

/** Indexes that are built at their first use. The least recently used are dropped. */
export class OnDemandIndexes<T extends Index> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #getAll: (ids: readonly string[]) => readonly LakeDocument[];

  /** `getAll` returns those of the documents that exist. */
  constructor(getAll: (ids: readonly string[]) => readonly LakeDocument[]) {
    this.#getAll = getAll;
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
   * @param options `atOnce` finishes it now, by default if there are few documents. A deadline may stop that: it goes on from there
   */
  get(
    key: string,
    create: () => T,
    ids: () => SortedIds | undefined,
    { atOnce = (ids()?.size ?? 0) <= AT_ONCE }: { atOnce?: boolean } = {},
  ): T | undefined {
    const known = this.#entries.get(key);
    const entry = known ?? { index: create(), ids, next: undefined, isReady: false };
    // Scheduled before it is known: a deadline may stop this anywhere.
    if (!known) setImmediate(() => this.#continue(key));
    // Move it to the end: the first is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_INDEXES && oldest !== undefined) this.#entries.delete(oldest);
    if (atOnce && !entry.isReady) this.#fill(entry, Infinity);
    return entry.isReady ? entry.index : undefined;
  }

  /** Drops all indexes; those that are being built end. */
  clear(): void {
    this.#entries.clear();
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
    for (let left = count; left > 0; left -= READ_AT_ONCE) {
      const some: string[] = [];
      let next: string | undefined;
      for (const id of entry.ids()?.from(entry.next) ?? []) {
        if (some.length < Math.min(left, READ_AT_ONCE)) some.push(id);
        else {
          next = id;
          break;
        }
      }
      for (const document of this.#getAll(some)) entry.index.replace(undefined, document);
      entry.next = next;
      if (next !== undefined) continue;
      entry.isReady = true;
      return;
    }
  }
}
