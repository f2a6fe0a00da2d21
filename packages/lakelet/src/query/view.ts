import type { LakeDocument } from "../model/document.ts";
import type { Sees } from "../model/role.ts";
import type { Scalar } from "../store/attribute-index.ts";
import type { OrderedPath } from "../store/document-index.ts";
import type { Bounds } from "../store/ordered-index.ts";
import { compareText } from "../store/sorted.ts";
import type { Store } from "../store/store.ts";
import { getInPerspective, inPerspective, isShown, perspectiveKey, storedIdsFor } from "./perspective.ts";
import type { Perspective } from "./perspective.ts";

/** The dataset in one perspective. Documents are in the order of their ids, as on hosted Sanity. */
export interface View {
  all(): readonly LakeDocument[];
  get(id: string): LakeDocument | undefined;
  /** False if documents may have to be read from disk. */
  readonly isCached: boolean;
  /** All documents, or those of a type, a batch at a time if not all are in memory. */
  batches(type: string | undefined): Iterable<readonly LakeDocument[]>;
  /** Number of all documents, or of those of a type. */
  count(type: string | undefined): number;
  /** Runs a function unless it reads more documents from disk: then it is stopped and the result is undefined. */
  readAtMost<T>(count: number, run: () => T): T | undefined;
  /**
   * Returns at least the documents with one of these values at this path, or undefined if the path is not indexed.
   */
  withValue(path: readonly string[], values: readonly Scalar[]): readonly LakeDocument[] | undefined;
  /** Returns at least the documents with a reference to one of these ids. */
  referringTo(ids: readonly string[]): readonly LakeDocument[];
  /**
   * Yields the documents of a type in the order of the value at a path, equals together, at least those within the bounds.
   * Undefined if the order is not indexed.
   */
  inOrder(order: OrderedPath, walk: Walk): Generator<readonly LakeDocument[]> | undefined;
}

export interface Walk {
  descending: boolean;
  bounds: Bounds;
}

/** Documents that are read from disk and evaluated at a time. */
const BATCH = 1000;

/** Whole datasets and types, by perspective. */
const MAX_CACHED_LISTS = 256;

/** Documents for each index that a query waits for: about 20 ms. */
const INDEXED_AT_ONCE = 20_000;

/** Creates views of a store and caches the expensive part. */
export class Views {
  readonly #store: Pick<Store, "documents" | "revision">;
  readonly #lists = new Map<string, readonly LakeDocument[]>();
  /** Of the lists. */
  #revision = -1;

  constructor(store: Pick<Store, "documents" | "revision">) {
    this.#store = store;
  }

  /** Builds a part of the indexes that queries wait for: many queries that scan all documents leave the event loop no time for it. */
  buildIndexes(): void {
    // Those on disk are indexed by the queries themselves.
    if (this.#store.documents.isCached) this.#store.documents.buildIndexes(INDEXED_AT_ONCE);
  }

  /** Returns a view, valid until the next transaction: create one for each request. */
  of(perspective: Perspective): View {
    const { documents } = this.#store;
    const key = perspectiveKey(perspective);
    const get = (id: string): LakeDocument | undefined => documents.get(id);
    const has = (id: string): boolean => documents.has(id);
    const show = (ids: Iterable<string>): LakeDocument[] => {
      const shown: LakeDocument[] = [];
      for (const document of documents.getAll(ids)) {
        const one = inPerspective(document, perspective, has);
        if (one) shown.push(one);
      }
      return byId(shown);
    };
    const idsBy = (path: readonly string[]): ((value: Scalar) => Iterable<string>) | undefined => {
      const name = path.length === 1 ? path[0] : undefined;
      if (name === "_id") return (value) => storedIdsFor(String(value), perspective);
      if (name === "_type") return (value) => documents.idsOfType(String(value));
      return documents.idsByValue(path);
    };
    const idsOfAll = (type: string | undefined): Iterable<string> =>
      type === undefined ? documents.ids : documents.idsOfType(type);
    function* batches(type: string | undefined): Generator<readonly LakeDocument[]> {
      let ids: string[] = [];
      for (const id of idsOfAll(type)) {
        if (ids.push(id) < BATCH) continue;
        yield show(ids);
        ids = [];
      }
      yield show(ids);
    }
    const distinct = (ids: string[]): Iterable<string> => new Set(ids);
    return {
      all: () => this.#cached(key, () => show(documents.ids)),
      get: (id) => getInPerspective(id, perspective, { get, has }),
      isCached: documents.isCached,
      // In layers the order of what is shown is not that of the stored ids.
      batches: (type) => (perspective.kind === "layers" ? [show(idsOfAll(type))] : batches(type)),
      count: (type) => {
        if (perspective.kind === "layers") return show(idsOfAll(type)).length;
        let count = 0;
        for (const id of idsOfAll(type)) if (isShown(id, perspective)) count += 1;
        return count;
      },
      readAtMost: (count, run) => documents.readAtMost(count, run),
      withValue: (path, values) => {
        const name = path.length === 1 ? path[0] : undefined;
        const idsOf = idsBy(path);
        if (!idsOf) return undefined;
        const unique = [...new Set(values)];
        const [one] = unique;
        if (one === undefined) return [];
        if (unique.length > 1) return show(distinct(unique.flatMap((value) => [...idsOf(value)])));
        if (name === "_type" && typeof one === "string")
          // Only types of documents are cached: anybody can make up names.
          return documents.hasType(one)
            ? this.#cached(`${key} ${one}`, () => show(documents.idsOfType(one)))
            : [];
        return show(idsOf(one));
      },
      referringTo: (ids) => show(distinct([...new Set(ids)].flatMap((id) => [...documents.referrersOf(id)]))),
      inOrder: (order, walk) => {
        // In layers the id that is shown is not the stored one.
        if (perspective.kind === "layers" && order.path[0] === "_id") return undefined;
        const groups = documents.idsInOrder(order, walk);
        return groups && listsOf(groups, show);
      },
    };
  }

  /** Returns a list that is built once until the next transaction. */
  #cached(key: string, build: () => readonly LakeDocument[]): readonly LakeDocument[] {
    const { revision, documents } = this.#store;
    // Of documents for which there is no room in memory, neither is for lists.
    if (this.#revision !== revision || !documents.isCached) this.#lists.clear();
    this.#revision = revision;
    // Not an LRUCache: a deadline may stop this anywhere, and must not leave it half changed.
    const list = this.#lists.get(key) ?? build();
    if (!documents.isCached) return list;
    this.#lists.delete(key);
    this.#lists.set(key, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MAX_CACHED_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    return list;
  }
}

/** Sorts in place. Nearly always sorted already, which makes it cheap. */
export const byId = (documents: LakeDocument[]): LakeDocument[] =>
  documents.sort((a, b) => compareText(a._id, b._id));

/** Yields the list of documents of each group that has one. */
function* listsOf<Group>(
  groups: Iterable<Group>,
  listOf: (group: Group) => readonly LakeDocument[],
): Generator<readonly LakeDocument[]> {
  for (const group of groups) {
    const list = listOf(group);
    if (list.length > 0) yield list;
  }
}

/** Returns a view with each list of documents changed by a function, such as to a part of it. */
export function withLists(
  view: View,
  change: (documents: readonly LakeDocument[]) => readonly LakeDocument[],
): View {
  return {
    ...view,
    all: () => change(view.all()),
    batches: (type) => listsOf(view.batches(type), change),
    withValue: (path, values) => {
      const found = view.withValue(path, values);
      return found && change(found);
    },
    referringTo: (ids) => change(view.referringTo(ids)),
    inOrder: (order, walk) => {
      const groups = view.inOrder(order, walk);
      return groups && listsOf(groups, change);
    },
  };
}

/** Restricts a view to the documents that the caller may see. */
export function visiblePart(view: View, { sees }: { sees: Sees }): View {
  const part = withLists(view, (documents) => documents.filter(({ _id, _type }) => sees(_id, _type)));
  return {
    ...part,
    get: (id) => {
      const document = view.get(id);
      return document && sees(id, document._type) ? document : undefined;
    },
    count: (type) => {
      let count = 0;
      for (const batch of part.batches(type)) count += batch.length;
      return count;
    },
  };
}
