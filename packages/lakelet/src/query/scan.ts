import type { Scalar } from "../store/attribute-index.ts";
import { isEverything, withEnd } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { conjuncts, isNarrow, lookupsOf, typeIn } from "./lookup.ts";
import type { Read } from "./lookup.ts";
import { isClosed } from "./scope.ts";

/**
 * A `*[…]` that no index narrows, with projections or counted, evaluated for a batch of documents at a time: so documents that are
 * read from disk need not fit into memory together.
 */
export interface Scan {
  /** Only documents of this type. */
  type: Read<Scalar> | undefined;
  /** The filters and projections. They read documents from the parameter `BATCH`. */
  list: GroqNode;
  /** True if only the number of results is wanted. */
  isCounted: boolean;
  /** True if every document of the type, or every document, is a result. */
  isOfAll: boolean;
}

/** The parameter with the documents of a batch. */
export const BATCH = "*batch"; // not a valid name in a query

/** Recognizes a scan. Each of its nodes treats every element by itself. @param node a plain node */
export function scanOf(node: GroqNode): Scan | undefined {
  const isCount = node.type === "FuncCall" && node.namespace === "global" && node.name === "count";
  const list = isCount ? node.args[0] : node;
  if (!list) return undefined;
  let [end, filter] = [list, undefined as GroqNode | undefined];
  while (end.type === "Map" || end.type === "FlatMap" || end.type === "Filter" || end.type === "Group") {
    // A later filter sees what projections made, and the filters next to `*` decide.
    if (end.type === "Filter") filter = filter ? { type: "And", left: end.expr, right: filter } : end.expr;
    else filter = undefined;
    end = end.base;
  }
  if (end.type !== "Everything" || (end === list && !isCount) || !isClosed(list)) return undefined;
  if (filter && lookupsOf(filter).some((lookup) => isNarrow(lookup) || lookup.kind === "range"))
    return undefined;
  const type = filter && typeIn(filter);
  const isOfType = type !== undefined && filter !== undefined && conjuncts(filter).length === 1;
  const isOfAll = list === end || (isOfType && list.type === "Filter" && list.base === end);
  const batched = withEnd(list, isEverything, { type: "Parameter", name: BATCH });
  return { type, list: batched, isCounted: isCount, isOfAll };
}
