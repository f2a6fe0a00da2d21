import type { LakeDocument } from "../model/document.ts";

/** Values that an equality index can look up. GROQ compares them by value and type. */
export type Scalar = string | number | boolean;

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Returns what GROQ reads at a path such as `slug.current`, or undefined. */
export function valueAt(document: LakeDocument, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const name of path) {
    // As in GROQ, only objects have attributes; arrays have none.
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Index of documents by the value at one path, such as `slug.current`. */
export class AttributeIndex {
  readonly #path: readonly string[];
  readonly #ids = new Map<Scalar, Set<string>>();

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  /** Updates the index for a created, changed or deleted document. An unchanged value keeps its position. */
  replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    const old = before && valueAt(before, this.#path);
    const now = after && valueAt(after, this.#path);
    if (before && after && old === now) return;
    if (before && isScalar(old)) this.#remove(before._id, old);
    if (after && isScalar(now)) this.#add(after._id, now);
  }

  #add(id: string, value: Scalar): void {
    const ids = this.#ids.get(value);
    if (ids) ids.add(id);
    else this.#ids.set(value, new Set([id]));
  }

  #remove(id: string, value: Scalar): void {
    const ids = this.#ids.get(value);
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(value);
  }

  get(value: Scalar): ReadonlySet<string> | undefined {
    return this.#ids.get(value);
  }
}
