import type { LakeDocument } from "../model/document.ts";
import { isScalar, valueAt } from "./attribute-index.ts";
import type { Scalar } from "./attribute-index.ts";
import { BTree } from "./sorted.ts";

/** The order of types in GROQ's `order()`. Anything else comes after them. */
const RANK: Readonly<Record<string, number>> = { number: 1, string: 2, boolean: 3 };

const rankOf = (value: Scalar): number => RANK[typeof value] ?? 0;

function compare(a: Scalar, b: Scalar): number {
  if (typeof a !== typeof b) return rankOf(a) - rankOf(b);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Limits of a walk, both included. Values of other types than theirs are left out, as by GROQ's comparisons. */
export interface Bounds {
  min?: Scalar;
  max?: Scalar;
}

/** One id, or several with the same value. */
type Ids = string | Set<string>;

const idsIn = (ids: Ids): Iterable<string> => (typeof ids === "string" ? [ids] : ids);

/** The documents of one type, sorted by the value at one path as GROQ's `order()` sorts them. */
export class OrderedIndex {
  readonly #type: string;
  readonly #path: readonly string[];
  readonly #byValue = new BTree<Scalar, Ids>(undefined, compare);
  /** Documents without a string, number or boolean at the path. GROQ sorts them as equals, after all others. */
  readonly #others = new Set<string>();

  constructor(type: string, path: readonly string[]) {
    this.#type = type;
    this.#path = path;
  }

  /** Updates the index for a created, changed or deleted document. */
  replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    const was = before?._type === this.#type ? before : undefined;
    const is = after?._type === this.#type ? after : undefined;
    if (was && is && valueAt(was, this.#path) === valueAt(is, this.#path)) return;
    if (was) this.#remove(was);
    if (is) this.#add(is);
  }

  #add(document: LakeDocument): void {
    const value = valueAt(document, this.#path);
    if (!isScalar(value)) {
      this.#others.add(document._id);
      return;
    }
    const ids = this.#byValue.get(value);
    if (ids === undefined) this.#byValue.set(value, document._id);
    else if (ids === document._id) return;
    else if (typeof ids === "string") this.#byValue.set(value, new Set([ids, document._id]));
    else ids.add(document._id);
  }

  #remove(document: LakeDocument): void {
    const value = valueAt(document, this.#path);
    if (!isScalar(value)) {
      this.#others.delete(document._id);
      return;
    }
    const ids = this.#byValue.get(value);
    if (ids instanceof Set) ids.delete(document._id);
    if (ids === document._id || (ids instanceof Set && ids.size === 0)) this.#byValue.delete(value);
  }

  /** Yields the ids in order, equals together. With bounds only those within. */
  *walk(descending: boolean, bounds: Bounds = {}): Generator<Iterable<string>> {
    const bound = bounds.min ?? bounds.max;
    const outside = bound !== undefined;
    if (descending && !outside && this.#others.size > 0) yield this.#others;
    const entries = descending
      ? this.#byValue.entriesReversed(bounds.max)
      : this.#byValue.entries(bounds.min);
    for (const [value, ids] of entries) {
      if (!outside) {
        yield idsIn(ids);
        continue;
      }
      const within =
        typeof value === typeof bound &&
        (bounds.min === undefined || compare(value, bounds.min) >= 0) &&
        (bounds.max === undefined || compare(value, bounds.max) <= 0);
      if (within) yield idsIn(ids);
      // Past the other end: nothing that follows is within.
      else if (descending ? compare(value, bounds.min ?? value) < 0 : compare(value, bounds.max ?? value) > 0)
        return;
    }
    if (!descending && !outside && this.#others.size > 0) yield this.#others;
  }
}
