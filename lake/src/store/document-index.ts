import type { LakeDocument } from "../document.ts";
import { AttributeIndex } from "./attribute-index.ts";
import type { Scalar } from "./attribute-index.ts";
import { OrderedIndex } from "./ordered-index.ts";
import type { Bounds } from "./ordered-index.ts";
import { OnDemandIndexes } from "./on-demand.ts";
import { SortedIds } from "./sorted.ts";

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

export interface Placed {
  document: LakeDocument;
  /** Its row in the database, in the order of creation. */
  seq: number;
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Documents of a type, in the order of a path. */
export interface OrderedPath {
  type: string;
  path: readonly string[];
}

/** All documents in memory, indexed by id, type, reference and, on demand, by any attribute. */
export class DocumentIndex {
  readonly #entries = new Map<string, Placed>();
  readonly #ids = new SortedIds();
  readonly #types = new Map<string, SortedIds>();
  readonly #referrers = new Map<string, Set<string>>();
  readonly #attributes = new OnDemandIndexes<AttributeIndex>((id) => this.get(id));
  readonly #ordered = new OnDemandIndexes<OrderedIndex>((id) => this.get(id));
  readonly #onDemand: boolean;

  /** `onDemand` (default true) starts an index at its first use; otherwise only `indexAttribute` and `indexOrder` do. */
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

  /** All documents, in the order of their ids. */
  all(): Iterable<LakeDocument> {
    return this.#documentsOf(this.#ids);
  }

  /** All ids, in order. */
  get ids(): Iterable<string> {
    return this.#ids;
  }

  /** At most `count` documents in the order of their ids, from an id on. */
  batch(from: string, count: number): LakeDocument[] {
    const found: LakeDocument[] = [];
    for (const document of this.#documentsOf(this.#ids.from(from))) {
      if (found.length === count) break;
      found.push(document);
    }
    return found;
  }

  /** Ids that begin with a prefix, in order. Valid until the next change. */
  *idsBelow(prefix: string): Generator<string> {
    for (const id of this.#ids.from(prefix)) {
      if (!id.startsWith(prefix)) return;
      yield id;
    }
  }

  /** Documents of a type, in the order of their ids. */
  byType(type: string): Iterable<LakeDocument> {
    return this.#documentsOf(this.idsOfType(type));
  }

  /** True if there are documents of a type. */
  hasType(type: string): boolean {
    return this.#types.has(type);
  }

  /** Ids of a type's documents, in order. */
  idsOfType(type: string): Iterable<string> {
    return this.#types.get(type) ?? NO_IDS;
  }

  /** Ids of documents with a strong or weak reference to `id`. */
  referrersOf(id: string): ReadonlySet<string> {
    return this.#referrers.get(id) ?? NO_IDS;
  }

  refersStrongly(from: string, to: string): boolean {
    const document = this.get(from);
    return document !== undefined && referencesOf(document).get(to) === true;
  }

  /** Indexes this many more documents in each index that is being built. Not under a deadline, which stops anywhere. */
  buildIndexes(count: number): void {
    this.#attributes.build(count);
    this.#ordered.build(count);
  }

  /** Paths of the attributes that are indexed. */
  get indexedPaths(): string[][] {
    return Array.from(this.#attributes.keys, (key) => JSON.parse(key) as string[]);
  }

  /** Indexes an attribute at once unless it is indexed already. */
  indexAttribute(path: readonly string[]): void {
    this.#attributeIndex(path, { atOnce: true });
  }

  /**
   * Returns what finds the ids of documents with a value at this path; undefined if it is not indexed, or not yet. The first call
   * for a path starts its index.
   */
  idsByValue(path: readonly string[]): ((value: Scalar) => ReadonlySet<string>) | undefined {
    if (!this.#onDemand && !this.#attributes.has(JSON.stringify(path))) return undefined;
    const index = this.#attributeIndex(path);
    return index && ((value) => index.get(value) ?? NO_IDS);
  }

  /** Types and paths whose order is indexed. */
  get indexedOrders(): OrderedPath[] {
    return Array.from(this.#ordered.keys, (key) => JSON.parse(key) as OrderedPath);
  }

  /** Indexes the order of a type's documents at once unless it is indexed already. */
  indexOrder(order: OrderedPath): void {
    this.#orderedIndex(order, { atOnce: true });
  }

  /**
   * Yields the ids of a type's documents in the order of a path, equals together; undefined if that is not indexed, or not yet.
   * The first call starts the index.
   */
  idsInOrder(
    { type, path }: OrderedPath,
    { descending, bounds }: { descending: boolean; bounds: Bounds },
  ): Iterable<Iterable<string>> | undefined {
    if (!this.hasType(type)) return [];
    const byId = path.length === 1 && path[0] === "_id" && !descending;
    if (byId && bounds.min === undefined && bounds.max === undefined) return alone(this.idsOfType(type));
    if (!this.#onDemand && !this.#ordered.has(JSON.stringify({ type, path }))) return undefined;
    return this.#orderedIndex({ type, path })?.walk(descending, bounds);
  }

  /** Stores a document. `seq` applies to new documents; others keep theirs. */
  put(document: LakeDocument, seq = 0, references = referencesOf(document)): void {
    const before = this.#entries.get(document._id);
    this.#entries.set(document._id, { document, seq: before?.seq ?? seq });
    this.#replaceId(before?.document, document);
    this.#replaceIn(before?.document, document);
    if (before) this.#removeReferrer(before.document);
    for (const target of references.keys()) {
      const referrers = this.#referrers.get(target);
      if (referrers) referrers.add(document._id);
      else this.#referrers.set(target, new Set([document._id]));
    }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#replaceId(entry.document, undefined);
    this.#replaceIn(entry.document, undefined);
    this.#removeReferrer(entry.document);
    this.#entries.delete(id);
  }

  /** References are found anew: keeping them takes a quarter of the memory of a small document. */
  #removeReferrer(document: LakeDocument): void {
    for (const target of referencesOf(document).keys()) {
      const referrers = this.#referrers.get(target);
      referrers?.delete(document._id);
      if (referrers?.size === 0) this.#referrers.delete(target);
    }
  }

  #replaceId(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    if (before?._type === after?._type) return;
    if (before) {
      const ids = this.#types.get(before._type);
      ids?.delete(before._id);
      if (ids?.size === 0) this.#types.delete(before._type);
      if (!after) this.#ids.delete(before._id);
    }
    if (!after) return;
    let ids = this.#types.get(after._type);
    if (!ids) this.#types.set(after._type, (ids = new SortedIds()));
    ids.add(after._id);
    this.#ids.add(after._id);
  }

  *#documentsOf(ids: Iterable<string>): Iterable<LakeDocument> {
    for (const id of ids) {
      const document = this.get(id);
      if (document) yield document;
    }
  }

  #replaceIn(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    this.#attributes.replace(before, after);
    this.#ordered.replace(before, after);
  }

  #attributeIndex(path: readonly string[], options?: { atOnce: boolean }): AttributeIndex | undefined {
    const create = (): AttributeIndex => new AttributeIndex(path);
    return this.#attributes.get(JSON.stringify(path), create, () => this.#ids, options);
  }

  #orderedIndex({ type, path }: OrderedPath, options?: { atOnce: boolean }): OrderedIndex | undefined {
    const create = (): OrderedIndex => new OrderedIndex(type, path);
    const ids = (): SortedIds | undefined => this.#types.get(type);
    return this.#ordered.get(JSON.stringify({ type, path }), create, ids, options);
  }
}

function* alone(ids: Iterable<string>): Generator<readonly string[]> {
  for (const id of ids) yield [id];
}
