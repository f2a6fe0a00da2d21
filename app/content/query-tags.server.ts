import type { QueryParams } from "@sanity/client";
import { parse, type ArrayElementNode, type ExprNode } from "groq-js";

/** The content that a page depends on: one document, all documents of a type, or everything. */
export type ContentTag = `doc:${string}` | `type:${string}` | "all";

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Returns the values that a filter allows for an attribute (`_type == "a"`, `_type in ["a", "b"]`), or null for any. */
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

/** Prefers documents to types: a page of one document is not purged for others of its type. */
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
 * Returns the tags whose changes can alter the result of a query. They come from the query itself, so that new documents count
 * too. Referenced documents (`->`) are not included: their change counts as one of the documents that refer to them (see
 * server/page-cache/).
 */
export function tagsOfQuery(query: string, params: QueryParams = {}): ContentTag[] {
  const found = new Set<ContentTag>();
  collect(parse(query, { params }), found);
  return [...found];
}
