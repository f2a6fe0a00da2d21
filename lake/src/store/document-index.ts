import type { LakeDocument } from "../document.ts";
import { AttributeIndex } from "./attribute-index.ts";
import type { Scalar } from "./attribute-index.ts";
import { referencesOf } from "./references.ts";
import type { References } from "./references.ts";

interface Entry {
  document: LakeDocument;
  /** Order of creation: what an unordered query returns, before and after a restart. */
  seq: number;
  references: References;
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Paths indexed on demand. More are not kept, so that odd queries cannot fill the memory. */
const MAX_ATTRIBUTE_INDEXES = 16;

/** All documents in memory, found by id, type, reference and, on demand, by the value of any attribute. */
export class DocumentIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #types = new AttributeIndex(["_type"]);
  readonly #referrers = new Map<string, Set<string>>();
  readonly #attributes = new Map<string, AttributeIndex>();
  readonly #onDemand: boolean;

  /** `onDemand` (default): an attribute is indexed when it is first asked for; else only by `indexAttribute`. */
  constructor({ onDemand = true }: { onDemand?: boolean } = {}) {
    this.#onDemand = onDemand;
  }

  get size(): number {
    return this.#entries.size;
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

  /** Ids of documents that refer to `id`, strongly or weakly. */
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

  /** True when `idsWithValue` can be asked for this path. */
  canIndex(path: readonly string[]): boolean {
    return this.#onDemand || this.#attributes.has(JSON.stringify(path));
  }

  /** Builds the index of an attribute that is not indexed yet. */
  indexAttribute(path: readonly string[]): void {
    this.#attributeIndex(path);
  }

  /** Ids of documents with this value at this path. Builds the index when the path is asked for the first time. */
  idsWithValue(path: readonly string[], value: Scalar): ReadonlySet<string> {
    return this.#attributeIndex(path).get(value) ?? NO_IDS;
  }

  /** `seq` counts for a document that is not there yet; a changed one keeps its place. */
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

  /** Puts documents that came back after they were deleted where they were. */
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
    // Moved to the end, so that the first one is the one not used for longest.
    this.#attributes.delete(key);
    this.#attributes.set(key, index);
    const [oldest] = this.#attributes.keys();
    if (this.#attributes.size > MAX_ATTRIBUTE_INDEXES && oldest !== undefined)
      this.#attributes.delete(oldest);
    return index;
  }
}
