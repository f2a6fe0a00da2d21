import { isScalar } from "../store/attribute-index.ts";
import type { Scalar } from "../store/attribute-index.ts";
import type { LakeDocument } from "../document.ts";
import type { GroqNode } from "./groq.ts";
import { isNode } from "./tree.ts";
import type { View } from "./view.ts";

/** A condition that an index can answer: one of these values at this path, or a reference to one of these ids. */
type Lookup =
  | { kind: "value"; path: readonly string[]; values: readonly Scalar[] }
  | { kind: "references"; ids: readonly string[] };

/** Made when a document is read, so no index knows them. */
const UNINDEXED = new Set(["_originalId", "_system"]);

/** `a.b` on the document itself → ["a", "b"]; anything else → undefined. */
function attributePath(node: GroqNode): string[] | undefined {
  if (node.type === "Group") return attributePath(node.base);
  if (node.type !== "AccessAttribute") return undefined;
  if (!node.base || node.base.type === "This") return UNINDEXED.has(node.name) ? undefined : [node.name];
  return attributePath(node.base)?.concat(node.name);
}

const scalarOf = (node: GroqNode): Scalar | undefined =>
  node.type === "Value" && isScalar(node.value) ? node.value : undefined;

function listOf(node: GroqNode): Scalar[] | undefined {
  const values: unknown[] | undefined =
    node.type === "Value" && Array.isArray(node.value)
      ? node.value
      : node.type === "Array"
        ? node.elements.map(({ isSplat, value }) => (isSplat ? undefined : scalarOf(value)))
        : undefined;
  return values?.every(isScalar) ? values : undefined;
}

function equalityOf(left: GroqNode, right: GroqNode): Lookup | undefined {
  const path = attributePath(left);
  const value = scalarOf(right);
  return path && value !== undefined ? { kind: "value", path, values: [value] } : undefined;
}

function lookupOf(node: GroqNode): Lookup | undefined {
  if (node.type === "Group") return lookupOf(node.base);
  if (node.type === "OpCall" && node.op === "==")
    return equalityOf(node.left, node.right) ?? equalityOf(node.right, node.left);
  if (node.type === "OpCall" && node.op === "in") {
    const path = attributePath(node.left);
    const values = listOf(node.right);
    return path && values ? { kind: "value", path, values } : undefined;
  }
  if (node.type === "FuncCall" && node.namespace === "global" && node.name === "references") {
    const lists = node.args.map((arg) => listOf(arg) ?? [scalarOf(arg)]);
    const ids = lists.flat();
    return ids.every((id) => typeof id === "string") ? { kind: "references", ids } : undefined;
  }
  return undefined;
}

/** The parts of an and-chain: a document passes the filter only if it passes each of them. */
function conjuncts(node: GroqNode): GroqNode[] {
  if (node.type === "Group") return conjuncts(node.base);
  return node.type === "And" ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

/** Lower is tried first: an id names one document, a value few, a type many. */
function rank(lookup: Lookup): number {
  if (lookup.kind === "references") return 2;
  if (lookup.path.length === 1 && lookup.path[0] === "_id") return 0;
  return lookup.path.length === 1 && lookup.path[0] === "_type" ? 3 : 1;
}

function candidates(filter: GroqNode, view: View): readonly LakeDocument[] | undefined {
  const lookups = conjuncts(filter).flatMap((part) => lookupOf(part) ?? []);
  const [best] = lookups.toSorted((a, b) => rank(a) - rank(b));
  if (!best) return undefined;
  return best.kind === "references" ? view.referringTo(best.ids) : view.withValue(best.path, best.values);
}

/**
 * Rewrites a parsed query so that each `*[…]` starts from the documents an index finds instead of from all of them.
 * The filter itself stays, so the answer is the same: the documents found include every one that can pass, in the
 * same order. What is not recognised keeps the whole dataset; the parsed tree is no public interface of groq-js.
 */
export function narrow(tree: GroqNode, view: View): GroqNode {
  return rewrite(tree, view) as GroqNode;
}

function rewrite(value: unknown, view: View): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => rewrite(part, view));
  if (isNode(value) && value.type === "Value") return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewrite(part, view)]));
  if (isNode(value) && value.type === "Filter" && value.base.type === "Everything") {
    const found = candidates(value.expr, view);
    if (found) copy["base"] = { type: "Value", value: found };
  }
  return copy;
}
