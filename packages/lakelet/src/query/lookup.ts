import type { LakeDocument } from "../model/document.ts";
import { isScalar, valueAt } from "../store/attribute-index.ts";
import type { Scalar } from "../store/attribute-index.ts";
import type { Bounds } from "../store/ordered-index.ts";
import { nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import type { QueryParams } from "./parse.ts";
import { byId } from "./view.ts";
import type { View } from "./view.ts";

/** Reads a value from the query or its parameters. Returns undefined if an index cannot use it. */
export type Read<T> = (params: QueryParams) => T | undefined;

/** A condition that an index can check: one of these values at this path, or a reference to one of these ids. */
export type Lookup =
  | { kind: "value"; path: readonly string[]; values: Read<readonly Scalar[]> }
  | { kind: "references"; ids: Read<readonly string[]> }
  /** A value within bounds, in documents of one type. */
  | { kind: "range"; type: Read<Scalar>; path: readonly string[]; bounds: Read<Bounds> };

/** The parameter whose attributes are parts of a query that are evaluated once, at their first use. */
export const ONCE = "*once"; // not a valid name in a query

/** Computed on reading, so not indexed. */
const UNINDEXED = new Set(["_originalId", "_system"]);

/** Returns ["a", "b"] for `a.b` on the document itself, undefined for anything else. */
export function attributePath(node: GroqNode): string[] | undefined {
  if (node.type === "Group") return attributePath(node.base);
  if (node.type !== "AccessAttribute") return undefined;
  if (!node.base || node.base.type === "This") return UNINDEXED.has(node.name) ? undefined : [node.name];
  return attributePath(node.base)?.concat(node.name);
}

/** Reads a node whose value is the same for every document. Undefined for other nodes. */
function constant(node: GroqNode): Read<unknown> | undefined {
  if (node.type === "Group") return constant(node.base);
  if (node.type === "Value") return () => node.value;
  if (node.type === "Parameter") return (params) => params[node.name];
  if (node.type !== "AccessAttribute" || node.base?.type !== "Parameter" || node.base.name !== ONCE)
    return undefined;
  return (params) => (params[ONCE] as Record<string, unknown> | undefined)?.[node.name];
}

const scalars = (values: readonly unknown[]): readonly Scalar[] | undefined =>
  values.every(isScalar) ? values : undefined;

/** Reads a constant node as something that an index can use. */
function readAs<T>(node: GroqNode, as: (value: unknown) => T | undefined): Read<T> | undefined {
  const read = constant(node);
  return read && ((params) => as(read(params)));
}

const scalarOf = (node: GroqNode): Read<Scalar> | undefined =>
  readAs(node, (value) => (isScalar(value) ? value : undefined));

function listOf(node: GroqNode): Read<readonly Scalar[]> | undefined {
  if (node.type === "Array") {
    const parts = node.elements.map(({ isSplat, value }) => (isSplat ? undefined : constant(value)));
    return parts.every((part) => part !== undefined)
      ? (params) => scalars(parts.map((part) => part(params)))
      : undefined;
  }
  return readAs(node, (value) => (Array.isArray(value) ? scalars(value) : undefined));
}

function equalityOf(left: GroqNode, right: GroqNode): Lookup | undefined {
  const path = attributePath(left);
  const values = readAs(right, (value) => scalars([value]));
  return path && values && { kind: "value", path, values };
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

/** Nodes that only lead further into the document. */
const LEADING = new Set(["Map", "FlatMap", "ArrayCoerce", "AccessAttribute", "This", "Group"]);

/** True for `tags[]._ref` and the like: every text among its values is a reference of the document. */
export function readsReferences(node: GroqNode): boolean {
  const last = node.type === "Map" || node.type === "FlatMap" ? node.expr : node;
  if (last.type === "Map" || last.type === "FlatMap") return readsReferences(last);
  return (
    last.type === "AccessAttribute" &&
    last.name === "_ref" &&
    [...nodesOf(node)].every(({ type }) => LEADING.has(type))
  );
}

const COMPARING: Readonly<Record<string, "min" | "max">> = {
  ">": "min",
  ">=": "min",
  "<": "max",
  "<=": "max",
};
const SWAPPED = { min: "max", max: "min" } as const;

interface RangePart {
  path: readonly string[];
  side: "min" | "max";
  value: Read<Scalar>;
}

function rangeParts(node: GroqNode): RangePart[] {
  if (node.type === "Group") return rangeParts(node.base);
  if (node.type === "InRange") {
    const [path, min, max] = [attributePath(node.base), scalarOf(node.left), scalarOf(node.right)];
    if (!path || !min || !max) return [];
    return [
      { path, side: "min", value: min },
      { path, side: "max", value: max },
    ];
  }
  const side = node.type === "OpCall" ? COMPARING[node.op] : undefined;
  if (node.type !== "OpCall" || !side) return [];
  const [left, right] = [attributePath(node.left), attributePath(node.right)];
  if (left) {
    const value = scalarOf(node.right);
    return value ? [{ path: left, side, value }] : [];
  }
  const value = scalarOf(node.left);
  return right && value ? [{ path: right, side: SWAPPED[side], value }] : [];
}

/** Reads the bounds that all comparisons with a path set together. */
const boundsOf =
  (parts: readonly RangePart[]): Read<Bounds> =>
  (params) => {
    const bounds: Bounds = {};
    for (const { side, value } of parts) {
      const limit = value(params);
      if (limit === undefined) return undefined;
      const known = bounds[side];
      if (known === undefined || (side === "min" ? limit > known : limit < known)) bounds[side] = limit;
    }
    return bounds;
  };

/** Returns the comparisons of a filter by path, which is joined by NUL. */
const rangesIn = (filter: GroqNode): Map<string, RangePart[]> =>
  Map.groupBy(conjuncts(filter).flatMap(rangeParts), ({ path }) => path.join("\0"));

/** Returns the bounds that a filter sets for values at a path. */
export function boundsAt(filter: GroqNode, path: readonly string[]): Read<Bounds> | undefined {
  const parts = rangesIn(filter).get(path.join("\0"));
  return parts && boundsOf(parts);
}

/** Returns the one type whose documents pass a filter. */
export function typeIn(filter: GroqNode): Read<Scalar> | undefined {
  for (const part of conjuncts(filter)) {
    if (part.type !== "OpCall" || part.op !== "==") continue;
    for (const [one, other] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      const path = attributePath(one);
      if (path?.length === 1 && path[0] === "_type") return scalarOf(other);
    }
  }
  return undefined;
}

function rangesOf(filter: GroqNode): Lookup[] {
  const type = typeIn(filter);
  if (!type) return [];
  return Array.from(rangesIn(filter), ([key, parts]) => {
    return { kind: "range", type, path: key.split("\0"), bounds: boundsOf(parts) };
  });
}

function lookupOf(node: GroqNode): Lookup | undefined {
  if (node.type === "Group") return lookupOf(node.base);
  if (node.type === "OpCall" && node.op === "==")
    return equalityOf(node.left, node.right) ?? equalityOf(node.right, node.left);
  if (node.type === "OpCall" && node.op === "in") {
    const path = attributePath(node.left);
    const values = listOf(node.right);
    if (path && values) return { kind: "value", path, values };
    return readsReferences(node.right) ? referencesOf([node.left]) : undefined;
  }
  if (node.type === "FuncCall" && node.namespace === "global" && node.name === "references")
    return referencesOf(node.args);
  return undefined;
}

/** True if it finds few documents as a rule. */
export const isNarrow = (lookup: Lookup): boolean =>
  lookup.kind === "references" || (lookup.kind === "value" && lookup.path[0] !== "_type");

/** Returns the operands of nested `&&`. */
export function conjuncts(node: GroqNode): GroqNode[] {
  if (node.type === "Group") return conjuncts(node.base);
  return node.type === "And" ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

/** The lowest is tried first: an id finds one document, a value few, a type many. */
function rank(lookup: Lookup): number {
  if (lookup.kind === "references") return 2;
  if (lookup.kind === "range") return 2.5;
  if (lookup.path.length === 1 && lookup.path[0] === "_id") return 0;
  return lookup.path.length === 1 && lookup.path[0] === "_type" ? 3 : 1;
}

/**
 * Returns the conditions of a filter that an index can check, the most selective first. The tree is not a public API of groq-js:
 * unknown nodes are skipped.
 */
export const lookupsOf = (filter: GroqNode): Lookup[] =>
  [...conjuncts(filter).flatMap((part) => lookupOf(part) ?? []), ...rangesOf(filter)].toSorted(
    (a, b) => rank(a) - rank(b),
  );

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
    } else if (lookup.kind === "range") {
      const found = withinRange(lookup, params, view);
      if (found) return found;
    } else {
      const values = lookup.values(params);
      const found = values && view.withValue(lookup.path, values);
      if (found) return found;
    }
  }
  return undefined;
}

function withinRange(
  { type, path, bounds }: Extract<Lookup, { kind: "range" }>,
  params: QueryParams,
  view: View,
): readonly LakeDocument[] | undefined {
  const [name, limits] = [type(params), bounds(params)];
  if (typeof name !== "string" || !limits) return undefined;
  const groups = view.inOrder({ type: name, path }, { descending: false, bounds: limits });
  return groups && byId([...groups].flat());
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
