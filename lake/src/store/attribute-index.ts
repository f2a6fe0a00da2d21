import type { LakeDocument } from "../document.ts";

/** What an equality index can look up; GROQ compares these by value and type. */
export type Scalar = string | number | boolean;

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function valueAt(document: LakeDocument, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const name of path) {
    // As GROQ's attribute access: only objects have attributes, arrays have none.
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Finds documents by the value at one path, such as `slug.current`. */
export class AttributeIndex {
  readonly #path: readonly string[];
  readonly #ids = new Map<Scalar, Set<string>>();

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  add(document: LakeDocument): void {
    const value = valueAt(document, this.#path);
    if (!isScalar(value)) return;
    const ids = this.#ids.get(value);
    if (ids) ids.add(document._id);
    else this.#ids.set(value, new Set([document._id]));
  }

  remove(document: LakeDocument): void {
    const value = valueAt(document, this.#path);
    if (!isScalar(value)) return;
    const ids = this.#ids.get(value);
    ids?.delete(document._id);
    if (ids?.size === 0) this.#ids.delete(value);
  }

  get(value: Scalar): ReadonlySet<string> | undefined {
    return this.#ids.get(value);
  }
}
