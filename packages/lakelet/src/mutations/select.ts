import { KNOWN_QUERIES, SHORT_QUERIES } from "../model/limits.ts";
import type { CommitOptions } from "../model/mutation.ts";
import type { PrivateTypes } from "../model/role.ts";
import type { QueryProcess } from "../public-read/query-process.ts";
import { selectIds } from "../query/evaluate.ts";
import { visiblePart } from "../query/view.ts";
import type { Views } from "../query/view.ts";
import type { Store } from "../store/store.ts";
import type { Select } from "./commit.ts";
import { Selections } from "./selections.ts";
import type { Find, QuerySelector } from "./selections.ts";

export interface SelectingOptions {
  store: Store;
  views: Views;
  /** Where queries run that take too long within a transaction. */
  longQueries: QueryProcess;
  privateTypes: PrivateTypes;
  projectId: string;
  dataset: string;
}

/** The author of a patch or delete by query, for `identity()`. */
const IDENTITY = "<system>";

/** Creates what finds the documents of a patch or delete by query: within a transaction, and before it. */
export function createSelecting({
  store,
  views,
  longQueries,
  privateTypes,
  projectId,
  dataset,
}: SelectingOptions): {
  select: Select;
  findLong: (selectors: QuerySelector[], options: CommitOptions) => Promise<Selections>;
} {
  const perspective = { kind: "raw" } as const;
  const select: Select = ({ query, params = {} }, sees, deadlineMs) => {
    const limits = { ...SHORT_QUERIES, deadlineMs };
    const view = visiblePart(views.of(perspective), { sees });
    return selectIds(query, params, view, { identity: IDENTITY, projectId, dataset, limits });
  };
  const find: Find = async ({ query, params = {} }, { author, role = "administrator", signal }) => {
    const scope = { perspective, role, identity: IDENTITY, limits: KNOWN_QUERIES, selects: true };
    const question = { query, params, echo: false, ...scope };
    const bytes = await longQueries.ask(author, question, signal ?? new AbortController().signal);
    return JSON.parse(Buffer.from(bytes).toString()) as string[];
  };
  return {
    select,
    findLong: (selectors, options) => Selections.find(selectors, options, { store, find, privateTypes }),
  };
}
