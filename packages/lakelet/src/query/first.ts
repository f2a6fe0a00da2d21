import type { LakeDocument } from "../model/document.ts";
import type { Scalar } from "../store/attribute-index.ts";
import type { Bounds } from "../store/ordered-index.ts";
import { isEverything, withEnd } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { attributePath, boundsAt, candidates, lookupsOf, typeIn } from "./lookup.ts";
import type { Lookup, Read } from "./lookup.ts";
import type { QueryParams } from "./parse.ts";
import { isClosed } from "./scope.ts";
import { byId } from "./view.ts";
import type { View } from "./view.ts";

/** The first documents of `*[_type == "post" && …] | order(date desc)`, found by walking in that order until there are enough. */
export interface First {
  /** How many. */
  count: number;
  type: Read<Scalar>;
  path: readonly string[];
  descending: boolean;
  bounds: Read<Bounds> | undefined;
  /** Other conditions that an index can check. */
  lookups: readonly Lookup[];
  /** The filters with their order. They read documents from the parameter `FOUND`. */
  list: GroqNode;
  /** Number of filters and sorts, which go over few documents if the first pass. */
  steps: number;
}

/** The parameter with the documents of a step. */
const FOUND = "*found"; // not a valid name in a query

/** Beyond it walking costs more than sorting. */
const MAX_COUNT = 1000;

/** So few documents are sorted at once, without an index of their order. */
const FEW = 500;

/** Documents that are filtered at a time: at first, and at most. */
const STEP = { first: 32, most: 1024 };

/** Returns how many of the first elements decide the value of a node, and the array that it takes them from. */
function takenFrom(node: GroqNode): { count: number; base: GroqNode } | undefined {
  if (node.type === "AccessElement" && node.index >= 0) return { count: node.index + 1, base: node.base };
  if (node.type !== "Slice" || node.left < 0 || node.right < 0) return undefined;
  return { count: node.right + Number(node.isInclusive), base: node.base };
}

function filtersOf(node: GroqNode): GroqNode[] | undefined {
  if (node.type === "Everything") return [];
  if (node.type !== "Filter") return undefined;
  return filtersOf(node.base)?.concat(node.expr);
}

/** Returns the order of the first argument, which decides; by id if there is none. */
function orderBy(list: GroqNode): { path: readonly string[]; descending: boolean } | undefined {
  if (list.type !== "PipeFuncCall") return { path: ["_id"], descending: false };
  const [by] = list.args;
  if (list.name !== "order" || !by) return undefined;
  const key = by.type === "Asc" || by.type === "Desc" ? by.base : by;
  const path = attributePath(key);
  return path && { path, descending: by.type === "Desc" };
}

/**
 * Recognizes `*[_type == …] | order(…)[a...b]`, with or without a projection in between, and the same without an order.
 * @param node a plain node
 * @returns how to find the first documents, and the same node with another that reads them
 */
export function firstOf(
  node: GroqNode,
): { first: First; rewritten: (found: GroqNode) => GroqNode } | undefined {
  const taken = takenFrom(node);
  if (!taken || taken.count > MAX_COUNT) return undefined;
  let list = taken.base;
  while (list.type === "Map" || list.type === "Group") list = list.base;
  const filters = filtersOf(list.type === "PipeFuncCall" ? list.base : list);
  const order = orderBy(list);
  if (!filters || filters.length === 0 || !order || !isClosed(list)) return undefined;
  const filter = filters.reduce((left, right) => ({ type: "And", left, right }));
  const type = typeIn(filter);
  if (!type) return undefined;
  const lookups = lookupsOf(filter);
  // Few documents, which need no walk.
  if (list.type !== "PipeFuncCall" && lookups.some(isSelective)) return undefined;
  const first: First = {
    ...order,
    count: taken.count,
    type,
    bounds: boundsAt(filter, order.path),
    lookups,
    steps: filters.length + Number(list.type === "PipeFuncCall"),
    list: withEnd(list, isEverything, { type: "Parameter", name: FOUND }),
  };
  // `Map` calculates each element by itself, so the first stay the first.
  return { first, rewritten: (found) => withEnd(node, (one) => one === list, found) };
}

const isSelective = (lookup: Lookup): boolean =>
  lookup.kind !== "range" && !(lookup.kind === "value" && lookup.path[0] === "_type");

/** Returns at least the documents that pass and come first, in the order of their ids. */
function walk(
  groups: Iterable<readonly LakeDocument[]>,
  count: number,
  pass: (documents: readonly LakeDocument[]) => readonly LakeDocument[],
): LakeDocument[] {
  const passed: LakeDocument[] = [];
  let step = STEP.first;
  let batch: LakeDocument[] = [];
  for (const group of groups) {
    for (const document of group) batch.push(document);
    if (batch.length < step) continue;
    passed.push(...pass(batch));
    if (passed.length >= count) return passed;
    batch = [];
    step = Math.min(step * 2, STEP.most);
  }
  passed.push(...pass(batch));
  return passed;
}

/**
 * Finds the first documents.
 * @param evaluate evaluates a node with further parameters
 */
export function findFirst(
  first: First,
  params: QueryParams,
  view: View,
  evaluate: (node: GroqNode, params: QueryParams) => unknown,
): unknown {
  const on = (node: GroqNode, found: readonly LakeDocument[]): readonly LakeDocument[] =>
    evaluate(node, { ...params, [FOUND]: found }) as readonly LakeDocument[];
  const take = (found: readonly LakeDocument[]) => on(first.list, found).slice(0, first.count);
  const few = candidates(first.lookups.filter(isSelective), params, view);
  if (few && few.length <= FEW) return take(few);
  const [type, bounds] = [first.type(params), first.bounds?.(params)];
  const groups =
    typeof type === "string"
      ? view.inOrder({ type, path: first.path }, { descending: first.descending, bounds: bounds ?? {} })
      : undefined;
  if (!groups) return take(few ?? candidates(first.lookups, params, view) ?? view.all());
  const filtered = first.list.type === "PipeFuncCall" ? first.list.base : first.list;
  const found = walk(groups, first.count, (batch) => on(filtered, batch));
  return take(byId(found));
}
