import type { LakeDocument } from "../document.ts";
import type { Scalar } from "../store/document-index.ts";
import type { Store } from "../store/store.ts";
import { getInPerspective, inPerspective, perspectiveKey, storedIdsFor } from "./perspective.ts";
import type { Perspective } from "./perspective.ts";

/** The dataset in one perspective. Documents are always in order of creation. */
export interface View {
  all(): readonly LakeDocument[];
  get(id: string): LakeDocument | undefined;
  /**
   * Returns at least the documents with one of these values at this path, or undefined if the path is not indexed.
   */
  withValue(path: readonly string[], values: readonly Scalar[]): readonly LakeDocument[] | undefined;
  /** Returns at least the documents with a reference to one of these ids. */
  referringTo(ids: readonly string[]): readonly LakeDocument[];
}

interface CachedList {
  revision: number;
  documents: readonly LakeDocument[];
}

/** Whole datasets by perspective, cached until the next transaction. */
const MAX_CACHED_LISTS = 8;

/** Creates views of a store and caches the expensive part. */
export class Views {
  readonly #store: Pick<Store, "documents" | "revision">;
  readonly #lists = new Map<string, CachedList>();

  constructor(store: Pick<Store, "documents" | "revision">) {
    this.#store = store;
  }

  /** Returns a view, valid until the next transaction: create one for each request. */
  of(perspective: Perspective): View {
    const { documents } = this.#store;
    const get = (id: string): LakeDocument | undefined => documents.get(id);
    const show = (ids: Iterable<string>): LakeDocument[] => {
      const shown: LakeDocument[] = [];
      for (const id of ids) {
        const document = get(id);
        const one = document && inPerspective(document, perspective, get);
        if (one) shown.push(one);
      }
      return shown;
    };
    const inOrder = (ids: Iterable<string>): Iterable<string> => {
      const placed = Array.from(new Set(ids), (id) => ({ id, seq: documents.seqOf(id) }));
      // Nearly always sorted already, which makes sorting cheap.
      return placed.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
    };
    return {
      all: () => this.#all(perspective, get),
      get: (id) => getInPerspective(id, perspective, get),
      withValue: (path, values) => {
        const name = path.length === 1 ? path[0] : undefined;
        if (name !== "_id" && name !== "_type" && !documents.canIndex(path)) return undefined;
        const idsOf = (value: Scalar): Iterable<string> => {
          if (name === "_id") return storedIdsFor(String(value), perspective);
          return name === "_type" ? documents.idsOfType(String(value)) : documents.idsWithValue(path, value);
        };
        return show(inOrder([...new Set(values)].flatMap((value) => [...idsOf(value)])));
      },
      referringTo: (ids) => show(inOrder([...new Set(ids)].flatMap((id) => [...documents.referrersOf(id)]))),
    };
  }

  #all(perspective: Perspective, get: (id: string) => LakeDocument | undefined): readonly LakeDocument[] {
    const { documents, revision } = this.#store;
    const key = perspectiveKey(perspective);
    const cached = this.#lists.get(key);
    if (cached?.revision === revision) return cached.documents;
    const shown: LakeDocument[] = [];
    for (const document of documents.all()) {
      const one = inPerspective(document, perspective, get);
      if (one) shown.push(one);
    }
    if (this.#lists.size >= MAX_CACHED_LISTS) this.#lists.clear();
    this.#lists.set(key, { revision, documents: shown });
    return shown;
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
  };
}
