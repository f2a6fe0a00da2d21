import type { LakeDocument } from "../model/document.ts";
import { callParams } from "./calls.ts";
import { evaluate, isOfAll, nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { passTest } from "./lookup.ts";
import type { QueryParams } from "./parse.ts";
import { usesSystem } from "./perspective.ts";
import { planFor } from "./plan.ts";
import { isPlain } from "./scope.ts";

/** Functions that read nothing but their arguments and the document. */
const LOCAL = new Set(["global", "string", "math", "array", "pt", "dateTime"]);

const readsOthers = (node: GroqNode): boolean =>
  node.type === "Deref" || (node.type === "FuncCall" && !LOCAL.has(node.namespace));

/** A query that tests each document by itself. */
export interface ByDocument {
  /** True if the result is the documents that pass; false if it is made of them, such as the first ten. */
  isFilter: boolean;
  /** Returns those that pass. */
  passed(documents: readonly LakeDocument[]): readonly LakeDocument[];
}

/**
 * Recognizes `*[…]`, also in an order, in part or projected, whose filter reads no other documents. Returns undefined for any
 * other query. Keep `passed` under a deadline.
 * @throws LakeError 400 for an invalid query
 */
export function byDocument(query: string, params: QueryParams, deadlineMs: number): ByDocument | undefined {
  const { parsed, calls, scans, once, outer, sources } = planFor(query, params, deadlineMs);
  const nodes = [...nodesOf(parsed)];
  if (usesSystem(query) || !isPlain(parsed) || nodes.some(readsOthers)) return undefined;
  if (nodes.filter(({ type }) => type === "Everything").length !== 1) return undefined;
  let filter = parsed;
  while (!isOfAll(filter)) {
    if (!("base" in filter) || !filter.base) return undefined;
    filter = filter.base;
  }
  const isPlanned = scans + once.length + outer.length === 0;
  const tests = sources.map(({ lookups }) => passTest(lookups, params));
  /** False if an index would not find the document. */
  const mayPass = (document: LakeDocument): boolean => !isPlanned || tests.some((pass) => pass(document));
  const passed: ByDocument["passed"] = (documents) => {
    const dataset = documents.filter(mayPass);
    if (dataset.length === 0) return [];
    const on = (tree: GroqNode, root?: unknown): unknown =>
      evaluate(tree, { dataset, root, params: { ...params, ...callParams(calls, on) } });
    return on(filter) as readonly LakeDocument[];
  };
  return { isFilter: filter === parsed, passed };
}
