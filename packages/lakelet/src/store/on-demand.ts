import type { LakeDocument } from "../model/document.ts";
import type { SortedIds } from "./sorted.ts";

/** What is indexed on demand: the values at a path, or with a type the order of its documents. */
export interface IndexKey {
  type?: string;
  path: readonly string[];
}

interface Index {
  /** Updates the index for a created, changed or deleted document, also for one that it does not contain yet. */
  replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void;
}

interface Entry<T> {
  index: T;
  key: IndexKey;
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

interface Source<T> {
  /** Returns an empty index. */
  create(key: IndexKey): T;
  /** Ids of the documents for an index, in order. */
  idsFor(key: IndexKey): SortedIds | undefined;
  /** Returns those of the documents that exist. */
  getAll(ids: readonly string[]): readonly LakeDocument[];
}

/** Indexes that are built at their first use. The least recently used are dropped. */
export class OnDemandIndexes<T extends Index> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #source: Source<T>;

  constructor(source: Source<T>) {
    this.#source = source;
  }

  get keys(): IndexKey[] {
    return Array.from(this.#entries.values(), ({ key }) => key);
  }

  has(key: IndexKey): boolean {
    return this.#entries.has(JSON.stringify(key));
  }

  replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    for (const { index } of this.#entries.values()) index.replace(before, after);
  }

  /**
   * Returns an index, undefined while it is built.
   * @param atOnce finishes it now, by default if there are few documents. A deadline may stop that: it goes on from there
   */
  get(key: IndexKey, atOnce = (this.#source.idsFor(key)?.size ?? 0) <= AT_ONCE): T | undefined {
    const name = JSON.stringify(key);
    const known = this.#entries.get(name);
    const entry = known ?? { index: this.#source.create(key), key, next: undefined, isReady: false };
    // Scheduled before it is known: a deadline may stop this anywhere.
    if (!known) setImmediate(() => this.#continue(name));
    // Move it to the end: the first is the least recently used.
    this.#entries.delete(name);
    this.#entries.set(name, entry);
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

  #continue(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry || entry.isReady) return;
    this.#fill(entry, SLICE);
    if (!entry.isReady) setImmediate(() => this.#continue(name));
  }

  #fill(entry: Entry<T>, count: number): void {
    for (let left = count; left > 0; left -= READ_AT_ONCE) {
      const some: string[] = [];
      let next: string | undefined;
      for (const id of this.#source.idsFor(entry.key)?.from(entry.next) ?? []) {
        if (some.length < Math.min(left, READ_AT_ONCE)) some.push(id);
        else {
          next = id;
          break;
        }
      }
      for (const document of this.#source.getAll(some)) entry.index.replace(undefined, document);
      entry.next = next;
      if (next !== undefined) continue;
      entry.isReady = true;
      return;
    }
  }
}
