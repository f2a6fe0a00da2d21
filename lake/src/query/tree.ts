import type { GroqNode } from "./groq.ts";

/** True for a node of a parsed query; false for the lists and plain objects that hold nodes. */
export const isNode = (value: object): value is GroqNode => "type" in value && typeof value.type === "string";

/** Every node of a parsed query, in no particular order. What a `Value` holds is data and is not entered. */
export function* nodesOf(tree: GroqNode): Generator<GroqNode> {
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value) && isNode(value)) {
      yield value;
      if (value.type === "Value") continue;
    }
    pending.push(...Object.values(value));
  }
}

/** True if evaluating the tree needs the whole dataset. */
export function needsEverything(tree: GroqNode): boolean {
  for (const node of nodesOf(tree)) {
    if (node.type === "Everything") return true;
    if (node.type === "FuncCall" && node.namespace === "releases") return true;
  }
  return false;
}

const ITERATING = new Set<string>(["Filter", "Map", "FlatMap", "PipeFuncCall"]);
const FEW = { iterations: 2, documents: 100 };

/**
 * True if the query cannot take long, whatever it says: few documents, hardly any nesting, no text search.
 * @param size number of documents that `*` stands for
 */
export function isQuick(tree: GroqNode, size: number): boolean {
  let iterations = 0;
  let documents = 0;
  for (const node of nodesOf(tree)) {
    if (node.type === "OpCall" && node.op === "match") return false;
    if (node.type === "Everything") documents += size;
    if (node.type === "Value" && Array.isArray(node.value)) documents += node.value.length;
    if (ITERATING.has(node.type)) iterations += 1;
  }
  return iterations <= FEW.iterations && documents <= FEW.documents;
}
