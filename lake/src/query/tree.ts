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
