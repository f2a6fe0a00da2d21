import type { LakeDocument } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { LIMITS, SHORT_QUERIES } from "../model/limits.ts";
import type { CommitOptions, Mutation, Selector } from "../model/mutation.ts";
import { NO_PRIVATE_TYPES, visibleTo } from "../model/role.ts";
import type { PrivateTypes, Sees } from "../model/role.ts";
import { byDocument } from "../query/by-document.ts";
import type { ByDocument } from "../query/by-document.ts";
import { withDeadline } from "../query/deadline.ts";
import { isTooLong } from "../query/evaluate.ts";
import type { ChangeWatch } from "../store/checkpoint.ts";
import { compareText } from "../store/sorted.ts";
import type { Store } from "../store/store.ts";

/** The documents of a patch or delete by query. */
export type QuerySelector = Extract<Selector, { query: string }>;

/** Finds the ids that a query selects, as of some moment of the call. */
export type Find = (selector: QuerySelector, options: CommitOptions) => Promise<readonly string[]>;

/** How long the selections of a transaction may be checked in it, in ms. */
const CHECK_MS = 15;

/** Documents changed while a query ran, and whether it still selects the same cannot be told. */
export class Outdated extends Error {}

/** Returns the selector of a patch or delete by query. */
export function querySelectorOf(mutation: Mutation): QuerySelector | undefined {
  let selector: Selector | undefined;
  if ("patch" in mutation) selector = mutation.patch;
  else if ("delete" in mutation) selector = mutation.delete;
  return selector && "query" in selector ? selector : undefined;
}

/** Returns what tests each document by itself, undefined if the query cannot, or takes long to parse. */
function testOf({ query, params = {} }: QuerySelector): ByDocument | undefined {
  try {
    return byDocument(query, params, SHORT_QUERIES.deadlineMs);
  } catch (error) {
    if (isTooLong(error)) return undefined;
    throw error;
  }
}

/**
 * What the queries of a transaction select, found before it because they take long, and brought up to date in it: the result is
 * the same as if they ran in the transaction.
 */
export class Selections {
  readonly #found = new Map<QuerySelector, { ids: readonly string[]; test: ByDocument | undefined }>();
  readonly #store: Pick<Store, "documents">;
  readonly #sees: Sees;
  readonly #watch: ChangeWatch;
  #checkMs = CHECK_MS;

  private constructor(store: Pick<Store, "documents" | "watch">, sees: Sees) {
    this.#store = store;
    this.#sees = sees;
    this.#watch = store.watch();
  }

  /** Runs the queries one after another. Call `end` when the transaction is over. Rejects with a LakeError. */
  static async find(
    selectors: readonly QuerySelector[],
    options: CommitOptions,
    {
      store,
      find,
      privateTypes = NO_PRIVATE_TYPES,
    }: { store: Pick<Store, "documents" | "watch">; find: Find; privateTypes?: PrivateTypes },
  ): Promise<Selections> {
    if (selectors.length > LIMITS.longSelections)
      throw validationError(`At most ${LIMITS.longSelections} queries of a transaction may take long`);
    const selections = new Selections(store, visibleTo(options, privateTypes));
    try {
      for (const selector of selectors) {
        const ids = await find(selector, options);
        selections.#found.set(selector, { ids, test: testOf(selector) });
      }
      return selections;
    } catch (error) {
      selections.end();
      throw error;
    }
  }

  /** Returns what a query selects now. @throws Outdated */
  idsOf(selector: QuerySelector): readonly string[] {
    const found = this.#found.get(selector);
    if (!found) throw new Outdated();
    if (this.#watch.changed.size === 0) return found.ids;
    const started = performance.now();
    try {
      if (found.test) return this.#updated(found.ids, found.test);
      throw new Outdated();
    } catch (error) {
      throw isTooLong(error) ? new Outdated() : error;
    } finally {
      this.#checkMs -= performance.now() - started;
    }
  }

  end(): void {
    this.#watch.end();
  }

  #updated(found: readonly string[], test: ByDocument): readonly string[] {
    const deadlineMs = Math.floor(this.#checkMs);
    if (deadlineMs < 1) throw new Outdated();
    const { changed } = this.#watch;
    const isSeen = ({ _id, _type }: LakeDocument): boolean => this.#sees(_id, _type);
    const before = [...changed.values()].flatMap((was) =>
      was && isSeen(was.document) ? [was.document] : [],
    );
    const after = [...changed.keys()].flatMap((id): LakeDocument[] => {
      const document = this.#store.documents.get(id);
      return document && isSeen(document) ? [document] : [];
    });
    const passed = (documents: readonly LakeDocument[]) => test.passed(documents).map(({ _id }) => _id);
    return withDeadline(deadlineMs, () => {
      if (test.isFilter)
        return [...found.filter((id) => !changed.has(id)), ...passed(after)].toSorted(compareText);
      // The result is made of documents that have not changed.
      if (passed(before).length + passed(after).length === 0) return found;
      throw new Outdated();
    });
  }
}
