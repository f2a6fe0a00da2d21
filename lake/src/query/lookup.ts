import { isScalar, valueAt } from "../store/document-index.ts";
import type { Scalar } from "../store/document-index.ts";
import type { LakeDocument } from "../document.ts";
import type { GroqNode } from "./groq.ts";
import type { QueryParams } from "./parse.ts";
import type { View } from "./view.ts";

/** Reads a value from the query or its parameters. Returns undefined if an index cannot use it. */
type Read<T> = (params: QueryParams) => T | undefined;

/** A condition that an index can check: one of these values at this path, or a reference to one of these ids. */
export type Lookup =
  | { kind: "value"; path: readonly string[]; values: Read<readonly Scalar[]> }
  | { kind: "references"; ids: Read<readonly string[]> };

/** Computed on reading, so not indexed. */
const UNINDEXED = new Set(["_originalId", "_system"]);

/** Returns ["a", "b"] for `a.b` on the document itself, undefined for anything else. */
function attributePath(node: GroqNode): string[] | undefined {
  if (node.type === "Group") return attributePath(node.base);
  if (node.type !== "AccessAttribute") return undefined;
  if (!node.base || node.base.type === "This") return UNINDEXED.has(node.name) ? undefined : [node.name];
  return attributePath(node.base)?.concat(node.name);
}

/** Reads a node whose value is the same for every document. Undefined for other nodes. */
function constant(node: GroqNode): Read<unknown> | undefined {
  if (node.type === "Value") return () => node.value;
  return node.type === "Parameter" ? (params) => params[node.name] : undefined;
}

function scalars(values: readonly unknown[] | undefined): readonly Scalar[] | undefined {
  return values?.every(isScalar) ? values : undefined;
}

function listOf(node: GroqNode): Read<readonly Scalar[]> | undefined {
  if (node.type === "Array") {
    const parts = node.elements.map(({ isSplat, value }) => (isSplat ? undefined : constant(value)));
    return parts.every((part) => part !== undefined)
      ? (params) => scalars(parts.map((part) => part(params)))
      : undefined;
  }
  const read = constant(node);
  return (
    read &&
    ((params) => {
      const value = read(params);
      return Array.isArray(value) ? scalars(value) : undefined;
    })
  );
}

function equalityOf(left: GroqNode, right: GroqNode): Lookup | undefined {
  const path = attributePath(left);
  const read = constant(right);
  return path && read && { kind: "value", path, values: (params) => scalars([read(params)]) };
}

function referencesOf(args: readonly GroqNode[]): Lookup | undefined {
  const parts = args.map((arg) => ({ list: listOf(arg), one: constant(arg) }));
  if (!parts.every(({ list, one }) => list ?? one)) return undefined;
  const ids: Read<readonly string[]> = (params) => {
    const all = parts.flatMap(({ list, one }): readonly unknown[] => list?.(params) ?? [one?.(params)]);
    return all.every((id) => typeof id === "string") ? all : undefined;
  };
  return { kind: "references", ids };
}

function lookupOf(node: GroqNode): Lookup | undefined {
  if (node.type === "Group") return lookupOf(node.base);
  if (node.type === "OpCall" && node.op === "==")
    return equalityOf(node.left, node.right) ?? equalityOf(node.right, node.left);
  if (node.type === "OpCall" && node.op === "in") {
    const path = attributePath(node.left);
    const values = listOf(node.right);
    return path && values && { kind: "value", path, values };
  }
  if (node.type === "FuncCall" && node.namespace === "global" && node.name === "references")
    return referencesOf(node.args);
  return undefined;
}

/** Returns the operands of nested `&&`. */
function conjuncts(node: GroqNode): GroqNode[] {
  if (node.type === "Group") return conjuncts(node.base);
  return node.type === "And" ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

/** The lowest is tried first: an id finds one document, a value few, a type many. */
function rank(lookup: Lookup): number {
  if (lookup.kind === "references") return 2;
  if (lookup.path.length === 1 && lookup.path[0] === "_id") return 0;
  return lookup.path.length === 1 && lookup.path[0] === "_type" ? 3 : 1;
}

/**
 * Returns the conditions of a filter that an index can check, the most selective first. The tree is not a public API of groq-js:
 * unknown nodes are skipped.
 */
export const lookupsOf = (filter: GroqNode): Lookup[] =>
  conjuncts(filter)
    .flatMap((part) => lookupOf(part) ?? [])
    .toSorted((a, b) => rank(a) - rank(b));

/** Returns the documents of the first usable lookup, a superset of those that pass. Undefined if no lookup is usable. */
export function candidates(
  lookups: readonly Lookup[],
  params: QueryParams,
  view: View,
): readonly LakeDocument[] | undefined {
  for (const lookup of lookups) {
    if (lookup.kind === "references") {
      const ids = lookup.ids(params);
      if (ids) return view.referringTo(ids);
    } else {
      const values = lookup.values(params);
      const found = values && view.withValue(lookup.path, values);
      if (found) return found;
    }
  }
  return undefined;
}

/** Creates a test that is false if a lookup of the filter shows that a document does not pass. */
export function passTest(
  lookups: readonly Lookup[],
  params: QueryParams,
): (document: LakeDocument) => boolean {
  const conditions = lookups.flatMap((lookup) => {
    const values = lookup.kind === "value" ? lookup.values(params) : undefined;
    return values && lookup.kind === "value" ? [{ path: lookup.path, values: new Set<unknown>(values) }] : [];
  });
  return (document) => conditions.every(({ path, values }) => values.has(valueAt(document, path)));
}
