import { LakeError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { QUERY_DEADLINE_MS, withDeadline } from "./deadline.ts";
import { parse, syntaxErrorPosition } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { nodesOf } from "./tree.ts";

export type QueryParams = Readonly<Record<string, unknown>>;

/** The parser's time grows with the square of the length; below this it does not matter. */
const LONG_QUERY = 2000;

/** 400 with the place in the query, in the form that the client prints with a caret under it. */
function parseError(query: string, description: string, position: number): LakeError {
  const start = Math.min(Math.max(position, 0), query.length);
  const end = Math.min(start + 1, query.length);
  return new LakeError(400, { error: { type: "queryParseError", description, query, start, end } });
}

/** A parameter that was not given stays in the tree; hosted Sanity refuses such a query. */
function missingParameter(tree: GroqNode): string | undefined {
  for (const node of nodesOf(tree)) if (node.type === "Parameter") return node.name;
  return undefined;
}

/**
 * Parses GROQ. The tree holds the parameters' values, so it serves these parameters only.
 * @throws LakeError 400 `queryParseError`
 */
export function parseQuery(query: string, params: QueryParams): GroqNode {
  if (query.length > LIMITS.queryLength)
    throw parseError(query.slice(0, 100), `Query is longer than ${LIMITS.queryLength} characters`, 0);
  let tree: GroqNode;
  const read = (): GroqNode => parse(query, { params });
  try {
    tree = query.length > LONG_QUERY ? withDeadline(QUERY_DEADLINE_MS, read) : read();
  } catch (error) {
    if (error instanceof LakeError) throw error;
    // Unknown functions, wrong arity, or brackets nested beyond the stack have no position; all are the query's doing.
    const description = error instanceof Error ? error.message : "Invalid query";
    throw parseError(query, description, syntaxErrorPosition(error) ?? 0);
  }
  const missing = missingParameter(tree);
  if (missing !== undefined)
    throw parseError(query, `param $${missing} referenced, but not provided`, query.indexOf(`$${missing}`));
  return tree;
}
