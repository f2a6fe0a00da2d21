import { createRequire } from "node:module";
import type * as SortedBTree from "sorted-btree";

// A CommonJS package whose default export import statements see differently in Node and in bundlers.
export const { default: BTree } = createRequire(import.meta.url)("sorted-btree") as typeof SortedBTree;

/** Compares by UTF-16 units, as GROQ does. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Ids in order. */
export class SortedIds {
  readonly #tree = new BTree<string, undefined>(undefined, compareText);

  get size(): number {
    return this.#tree.size;
  }

  add(id: string): void {
    this.#tree.set(id, undefined);
  }

  delete(id: string): void {
    this.#tree.delete(id);
  }

  /** Ids from this one on, all if it is undefined. Valid until the next change. */
  from(id: string | undefined): Iterable<string> {
    return this.#tree.keys(id);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#tree.keys();
  }
}
