import type { LakeDocument } from "../document.ts";

/** Ids that a document references. True if a reference is strong: its target must exist. */
export type References = ReadonlyMap<string, boolean>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * Returns all references in a document, at any depth. References into another dataset (`_dataset`) count as weak: whether
 * the target exists cannot be known here.
 */
export function referencesOf(document: LakeDocument): References {
  const found = new Map<string, boolean>();
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const value = pending.pop();
    if (!isObject(value)) continue;
    const target = value["_ref"];
    if (typeof target === "string") {
      const strong = value["_weak"] !== true && value["_dataset"] === undefined;
      found.set(target, strong || found.get(target) === true);
    }
    for (const part of Object.values(value)) if (isObject(part)) pending.push(part);
  }
  return found;
}

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

export interface Placed {
  document: LakeDocument;
  /** Order of creation, across restarts. */
  seq: number;
}

interface Entry extends Placed {
  references: References;
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Limits the memory that unusual queries can take. */
const MAX_ATTRIBUTE_INDEXES = 16;

/** All documents in memory, indexed by id, type, reference and, on demand, by any attribute. */
export class DocumentIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #types = new AttributeIndex(["_type"]);
  readonly #referrers = new Map<string, Set<string>>();
  readonly #attributes = new Map<string, AttributeIndex>();
  readonly #onDemand: boolean;

  /** `onDemand` (default true) indexes an attribute at its first lookup; otherwise only `indexAttribute` does. */
  constructor({ onDemand = true }: { onDemand?: boolean } = {}) {
    this.#onDemand = onDemand;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns all documents at this moment. */
  snapshot(): ReadonlyMap<string, Placed> {
    return new Map(this.#entries);
  }

  get(id: string): LakeDocument | undefined {
    return this.#entries.get(id)?.document;
  }

  seqOf(id: string): number {
    return this.#entries.get(id)?.seq ?? -1;
  }

  *all(): Iterable<LakeDocument> {
    for (const entry of this.#entries.values()) yield entry.document;
  }

  *byType(type: string): Iterable<LakeDocument> {
    for (const id of this.idsOfType(type)) {
      const document = this.get(id);
      if (document) yield document;
    }
  }

  idsOfType(type: string): ReadonlySet<string> {
    return this.#types.get(type) ?? NO_IDS;
  }

  /** Ids of documents with a strong or weak reference to `id`. */
  referrersOf(id: string): ReadonlySet<string> {
    return this.#referrers.get(id) ?? NO_IDS;
  }

  refersStrongly(from: string, to: string): boolean {
    return this.#entries.get(from)?.references.get(to) === true;
  }

  /** Paths of the attributes that are indexed. */
  get indexedPaths(): string[][] {
    return Array.from(this.#attributes.keys(), (key) => JSON.parse(key) as string[]);
  }

  /** True if `idsWithValue` serves this path. */
  canIndex(path: readonly string[]): boolean {
    return this.#onDemand || this.#attributes.has(JSON.stringify(path));
  }

  /** Indexes an attribute unless it is indexed already. */
  indexAttribute(path: readonly string[]): void {
    this.#attributeIndex(path);
  }

  /** Ids of documents with this value at this path. Builds the index at the first call for a path. */
  idsWithValue(path: readonly string[], value: Scalar): ReadonlySet<string> {
    return this.#attributeIndex(path).get(value) ?? NO_IDS;
  }

  /** Stores a document. `seq` applies to new documents; others keep theirs. */
  put(document: LakeDocument, seq: number, references = referencesOf(document)): void {
    const before = this.#entries.get(document._id);
    const entry = { document, seq: before?.seq ?? seq, references };
    this.#entries.set(document._id, entry);
    for (const index of this.#indexes()) index.replace(before?.document, document);
    if (before) this.#removeReferrer(before);
    for (const target of entry.references.keys()) {
      const referrers = this.#referrers.get(target);
      if (referrers) referrers.add(document._id);
      else this.#referrers.set(target, new Set([document._id]));
    }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    for (const index of this.#indexes()) index.replace(entry.document, undefined);
    this.#removeReferrer(entry);
    this.#entries.delete(id);
  }

  /** Restores the order of creation after deleted documents were put back. */
  restoreOrder(): void {
    const sorted = [...this.#entries].toSorted(([, a], [, b]) => a.seq - b.seq);
    this.#entries.clear();
    for (const [id, entry] of sorted) this.#entries.set(id, entry);
  }

  #removeReferrer({ document, references }: Entry): void {
    for (const target of references.keys()) {
      const referrers = this.#referrers.get(target);
      referrers?.delete(document._id);
      if (referrers?.size === 0) this.#referrers.delete(target);
    }
  }

  *#indexes(): Iterable<AttributeIndex> {
    yield this.#types;
    yield* this.#attributes.values();
  }

  #attributeIndex(path: readonly string[]): AttributeIndex {
    const key = JSON.stringify(path);
    let index = this.#attributes.get(key);
    if (!index) {
      index = new AttributeIndex(path);
      for (const { document } of this.#entries.values()) index.replace(undefined, document);
    }
    // Move it to the end: the first is the least recently used.
    this.#attributes.delete(key);
    this.#attributes.set(key, index);
    const [oldest] = this.#attributes.keys();
    if (this.#attributes.size > MAX_ATTRIBUTE_INDEXES && oldest !== undefined)
      this.#attributes.delete(oldest);
    return index;
  }
}
