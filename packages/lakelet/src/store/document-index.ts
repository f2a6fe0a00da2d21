import type { LakeDocument } from "../model/document.ts";
import { AttributeIndex } from "./attribute-index.ts";
import type { Scalar } from "./attribute-index.ts";
import { DocumentCache } from "./document-cache.ts";
import type { DocumentRows } from "./document-cache.ts";
import { OnDemandIndexes } from "./on-demand.ts";
import type { IndexKey } from "./on-demand.ts";
import { OrderedIndex } from "./ordered-index.ts";
import type { Bounds } from "./ordered-index.ts";
import { referencesOf } from "./references.ts";
import type { References } from "./references.ts";
import { SortedIds } from "./sorted.ts";

const NO_IDS: ReadonlySet<string> = new Set();

/** Documents of a type, in the order of a path. */
export interface OrderedPath {
  type: string;
  path: readonly string[];
}

export interface DocumentIndexOptions {
  /** True (default) starts an index at its first use; otherwise only `index` does. */
  onDemand?: boolean;
  /** Where documents are read that are not in memory. Without it all of them are. */
  rows?: DocumentRows;
  /** Length of the JSON of the documents in memory. */
  cacheSize?: number;
}

/** What is known of a document when it is stored; computed otherwise. */
interface Known {
  /** The document before, null if there was none. */
  before?: LakeDocument | null;
  references?: References | undefined;
  /** Length of its JSON. */
  size?: number | undefined;
}

/** Documents read at a time by those who go through all of them. */
const READ_AT_ONCE = 500;

/** All documents, indexed by id, type, reference and, on demand, by any attribute. The indexes are in memory. */
export class DocumentIndex extends DocumentCache {
  readonly #ids = new SortedIds();
  readonly #types = new Map<string, SortedIds>();
  readonly #referrers = new Map<string, Set<string>>();
  readonly #attributes = new OnDemandIndexes({
    create: ({ path }) => new AttributeIndex(path),
    idsFor: () => this.#ids,
    getAll: (ids) => this.getAll(ids),
  });
  readonly #ordered = new OnDemandIndexes({
    create: ({ type = "", path }) => new OrderedIndex(type, path),
    idsFor: ({ type = "" }) => this.#types.get(type),
    getAll: (ids) => this.getAll(ids),
  });
  readonly #onDemand: boolean;

  constructor({ onDemand = true, rows, cacheSize = Infinity }: DocumentIndexOptions = {}) {
    super(rows, cacheSize);
    this.#onDemand = onDemand;
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
    const ids: string[] = [];
    for (const id of this.#ids.from(from)) if (ids.push(id) === count) break;
    return this.getAll(ids);
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

  /** Ends what reads documents by itself. */
  close(): void {
    this.#attributes.clear();
    this.#ordered.clear();
  }

  /** What is indexed. */
  get indexed(): IndexKey[] {
    return [...this.#attributes.keys, ...this.#ordered.keys];
  }

  /** Builds an index at once unless it is built already. */
  index(key: IndexKey): void {
    (key.type === undefined ? this.#attributes : this.#ordered).get(key, true);
  }

  /**
   * Returns what finds the ids of documents with a value at this path; undefined if it is not indexed, or not yet. The first call
   * for a path starts its index.
   */
  idsByValue(path: readonly string[]): ((value: Scalar) => ReadonlySet<string>) | undefined {
    if (!this.#onDemand && !this.#attributes.has({ path })) return undefined;
    const index = this.#attributes.get({ path }, this.#atOnce);
    return index && ((value) => index.get(value) ?? NO_IDS);
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
    if (!this.#onDemand && !this.#ordered.has({ type, path })) return undefined;
    return this.#ordered.get({ type, path }, this.#atOnce)?.walk(descending, bounds);
  }

  /** Stores a document. `seq` applies to new documents; others keep theirs. */
  put(document: LakeDocument, seq = 0, known: Known = {}): void {
    const { before = this.get(document._id) ?? null, references = referencesOf(document), size = 0 } = known;
    this.write(document, seq, size);
    this.#replaceIn(before, document);
    if (before) this.#removeReferrer(before);
    this.#addReferrer(document, references);
  }

  /** Adds a document that is on disk already. `size` is the length of its JSON. */
  load(document: LakeDocument, seq: number, size: number): void {
    this.add(document, seq, size);
    this.#replaceIn(null, document);
    this.#addReferrer(document, referencesOf(document));
  }

  /** Deletes a document. `before` is what it was, if that is known. */
  delete(id: string, before: LakeDocument | null = this.get(id) ?? null): void {
    if (!before) return;
    this.drop(id);
    this.#replaceIn(before, null);
    this.#removeReferrer(before);
  }

  #addReferrer({ _id }: LakeDocument, references: References): void {
    for (const target of references.keys()) {
      const referrers = this.#referrers.get(target);
      if (referrers) referrers.add(_id);
      else this.#referrers.set(target, new Set([_id]));
    }
  }

  /** References are found anew: keeping them takes a quarter of the memory of a small document. */
  #removeReferrer(document: LakeDocument): void {
    for (const target of referencesOf(document).keys()) {
      const referrers = this.#referrers.get(target);
      referrers?.delete(document._id);
      if (referrers?.size === 0) this.#referrers.delete(target);
    }
  }

  #replaceId(before: LakeDocument | null, after: LakeDocument | null): void {
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
    let some: string[] = [];
    for (const id of ids) {
      if (some.push(id) < READ_AT_ONCE) continue;
      yield* this.getAll(some);
      some = [];
    }
    yield* this.getAll(some);
  }

  #replaceIn(before: LakeDocument | null, after: LakeDocument | null): void {
    this.#replaceId(before, after);
    this.#attributes.replace(before ?? undefined, after ?? undefined);
    this.#ordered.replace(before ?? undefined, after ?? undefined);
  }

  /** Reading documents from disk for an index takes no longer than reading them for the query that needs it. */
  get #atOnce(): true | undefined {
    return this.isCached ? undefined : true;
  }
}

function* alone(ids: Iterable<string>): Generator<readonly string[]> {
  for (const id of ids) yield [id];
}
