import type { LakeDocument } from "../document.ts";
import type { Scalar } from "../store/attribute-index.ts";
import type { OrderedPath } from "../store/document-index.ts";
import type { Bounds } from "../store/ordered-index.ts";
import { compareText } from "../store/sorted.ts";
import type { Store } from "../store/store.ts";
import { getInPerspective, inPerspective, perspectiveKey, storedIdsFor } from "./perspective.ts";
import type { Perspective } from "./perspective.ts";

/** The dataset in one perspective. Documents are in the order of their ids, as on hosted Sanity. */
export interface View {
  all(): readonly LakeDocument[];
  get(id: string): LakeDocument | undefined;
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
    this.#store.documents.buildIndexes(INDEXED_AT_ONCE);
  }

  /** Returns a view, valid until the next transaction: create one for each request. */
  of(perspective: Perspective): View {
    const { documents } = this.#store;
    const key = perspectiveKey(perspective);
    const get = (id: string): LakeDocument | undefined => documents.get(id);
    const show = (ids: Iterable<string>): LakeDocument[] => {
      const shown: LakeDocument[] = [];
      for (const id of ids) {
        const document = get(id);
        const one = document && inPerspective(document, perspective, get);
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
    const distinct = (ids: string[]): Iterable<string> => new Set(ids);
    return {
      all: () => this.#cached(key, () => show(documents.ids)),
      get: (id) => getInPerspective(id, perspective, get),
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
        return groups && shownGroups(groups, show);
      },
    };
  }

  /** Returns a list that is built once until the next transaction. */
  #cached(key: string, build: () => readonly LakeDocument[]): readonly LakeDocument[] {
    const { revision } = this.#store;
    if (this.#revision !== revision) this.#lists.clear();
    this.#revision = revision;
    // Not an LRUCache: a deadline may stop this anywhere, and must not leave it half changed.
    const documents = this.#lists.get(key) ?? build();
    this.#lists.delete(key);
    this.#lists.set(key, documents);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MAX_CACHED_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    return documents;
  }
}

/** Sorts in place. Nearly always sorted already, which makes it cheap. */
export const byId = (documents: LakeDocument[]): LakeDocument[] =>
  documents.sort((a, b) => compareText(a._id, b._id));

function* shownGroups(
  groups: Iterable<Iterable<string>>,
  show: (ids: Iterable<string>) => LakeDocument[],
): Generator<LakeDocument[]> {
  for (const ids of groups) {
    const shown = show(ids);
    if (shown.length > 0) yield shown;
  }
}

/** Restricts a view to the documents that the caller may see. */
export function visiblePart(view: View, { sees }: { sees(id: string): boolean }): View {
  const part = (documents: readonly LakeDocument[]): readonly LakeDocument[] =>
    documents.filter(({ _id }) => sees(_id));
  return {
    all: () => part(view.all()),
    get: (id) => (sees(id) ? view.get(id) : undefined),
    withValue: (path, values) => {
      const found = view.withValue(path, values);
      return found && part(found);
    },
    referringTo: (ids) => part(view.referringTo(ids)),
    inOrder: (order, walk) => {
      const groups = view.inOrder(order, walk);
      return groups && parts(groups, part);
    },
  };
}

function* parts(
  groups: Iterable<readonly LakeDocument[]>,
  part: (documents: readonly LakeDocument[]) => readonly LakeDocument[],
): Generator<readonly LakeDocument[]> {
  for (const group of groups) {
    const visible = part(group);
    if (visible.length > 0) yield visible;
  }
}
