import { isNode, nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";

/** Nodes whose `expr` or `args` are evaluated for each element, which `^` leads out of again. */
const NESTING: Readonly<Record<string, string>> = {
  Filter: "expr",
  Projection: "expr",
  PipeFuncCall: "args",
};

/** Nodes whose `expr` is evaluated for each element, invisible to `^`. */
const MAPPING = new Set(["Map", "FlatMap"]);

/** Any other node may change what `@` and `^` mean in it. */
const PLAIN = new Set(
  (
    "Everything Value Parameter Group Array ArrayElement Object ObjectAttributeValue ObjectConditionalSplat ObjectSplat And Or Not Neg Pos " +
    "OpCall FuncCall Select SelectAlternative InRange Deref Slice AccessElement AccessAttribute ArrayCoerce Asc Desc This Parent " +
    "Filter Projection PipeFuncCall Map FlatMap"
  ).split(" "),
);

/** Functions that read the element themselves. */
export const ABOUT_ELEMENT = new Set(["references", "versionOf", "partOfRelease"]);

/** True if every node is one whose scope is known here. */
export function isPlain(tree: GroqNode): boolean {
  for (const { type } of nodesOf(tree)) if (!PLAIN.has(type)) return false;
  return true;
}

/**
 * True if the value of a node is the same wherever in the query it is evaluated: it reads neither the element nor the parents of
 * what surrounds it.
 * @param node a plain node
 */
export function isClosed(node: GroqNode): boolean {
  return closed(node, 0, false);
}

/**
 * @param depth elements that `^` can lead to within the node
 * @param bound true if `@` is an element within the node
 */
function closed(value: unknown, depth: number, bound: boolean): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((part) => closed(part, depth, bound));
  if (!isNode(value)) return Object.values(value).every((part) => closed(part, depth, bound));
  if (value.type === "Value") return true;
  if (value.type === "FuncCall" && ABOUT_ELEMENT.has(value.name) && !bound) return false;
  if (value.type === "This" || (value.type === "AccessAttribute" && !value.base)) return bound;
  if (value.type === "Parent") return value.n < depth;
  const inner = NESTING[value.type];
  return Object.entries(value).every(([name, part]) => {
    if (name === inner) return closed(part, depth + 1, true);
    if (name === "expr" && MAPPING.has(value.type)) return closed(part, depth, true);
    return closed(part, depth, bound);
  });
}

/**
 * Returns a path from a parent (`^.author._ref`) as it reads outside of the filter in which it stands, so `author._ref`.
 * Undefined for any other node.
 */
export function outside(node: GroqNode): GroqNode | undefined {
  if (node.type === "Group") return outside(node.base);
  if (node.type === "Parent") return node.n === 1 ? { type: "This" } : { type: "Parent", n: node.n - 1 };
  if (node.type !== "AccessAttribute" || !node.base) return undefined;
  const base = outside(node.base);
  return base && { ...node, base };
}
