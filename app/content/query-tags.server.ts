import type { QueryParams } from "@sanity/client";
import { parse, type ArrayElementNode, type ExprNode } from "groq-js";

/** What a change is compared with: one document, all of one type, or everything. */
export type ContentTag = `doc:${string}` | `type:${string}` | "all";

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The texts that a filter pins an attribute to: `_type == "a"` or `_type in ["a", "b"]`; null when it does not. */
function pinned(filter: ExprNode, attribute: string): string[] | null {
  if (filter.type === "Group") return pinned(filter.base, attribute);
  if (filter.type === "And") return pinned(filter.left, attribute) ?? pinned(filter.right, attribute);
  if (filter.type === "Or") {
    const [left, right] = [pinned(filter.left, attribute), pinned(filter.right, attribute)];
    return left && right ? [...left, ...right] : null;
  }
  if (filter.type !== "OpCall") return null;
  const { op, left, right } = filter;
  if (left.type !== "AccessAttribute" || left.name !== attribute || left.base) return null;
  const values: ExprNode[] =
    op === "in" && right.type === "Array"
      ? right.elements.map((element: ArrayElementNode) => element.value)
      : [right];
  if (op !== "in" && op !== "==") return null;
  const texts = values.flatMap((node) =>
    node.type === "Value" && typeof node.value === "string" ? [node.value] : [],
  );
  return texts.length === values.length ? texts : null;
}

/** Document before type: a page that stands on one document is not made anew for its neighbours. */
function tagsOfFilter(filter: ExprNode): ContentTag[] {
  const ids = pinned(filter, "_id");
  if (ids) return ids.map((id) => `doc:${id}` as const);
  return pinned(filter, "_type")?.map((type) => `type:${type}` as const) ?? ["all"];
}

function collect(node: unknown, found: Set<ContentTag>): void {
  if (Array.isArray(node)) for (const part of node) collect(part, found);
  if (!isNode(node) || Array.isArray(node)) return;
  const expression = node as unknown as ExprNode;
  if (expression.type === "Everything") found.add("all");
  const filtersAll = expression.type === "Filter" && expression.base.type === "Everything";
  if (filtersAll) for (const tag of tagsOfFilter(expression.expr)) found.add(tag);
  for (const [name, part] of Object.entries(node)) if (!(filtersAll && name === "base")) collect(part, found);
}

/**
 * Which changes can alter the answer of a query: read from the query itself, so that a document which is not there yet
 * counts too. What is reached by following a reference (`->`) is not in it: a change of that document counts as one of
 * those that refer to it (see server/page-cache/).
 */
export function tagsOfQuery(query: string, params: QueryParams = {}): ContentTag[] {
  const found = new Set<ContentTag>();
  collect(parse(query, { params }), found);
  return [...found];
}
