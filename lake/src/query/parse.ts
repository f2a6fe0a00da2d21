import { LakeError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { parse, syntaxErrorPosition } from "./groq.ts";
import type { GroqNode } from "./groq.ts";

export type QueryParams = Readonly<Record<string, unknown>>;

/** 400 with the place in the query, in the form that the client prints with a caret under it. */
function parseError(query: string, description: string, position: number): LakeError {
  const start = Math.min(Math.max(position, 0), query.length);
  const end = Math.min(start + 1, query.length);
  return new LakeError(400, { error: { type: "queryParseError", description, query, start, end } });
}

/** A parameter that was not given stays in the tree; hosted Sanity refuses such a query. */
function missingParameter(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("type" in value && value.type === "Value") return undefined;
  if ("type" in value && value.type === "Parameter" && "name" in value) return String(value.name);
  for (const part of Object.values(value)) {
    const missing = missingParameter(part);
    if (missing !== undefined) return missing;
  }
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
  try {
    tree = parse(query, { params });
  } catch (error) {
    // Unknown functions, wrong arity, or brackets nested beyond the stack have no position; all are the query's doing.
    const description = error instanceof Error ? error.message : "Invalid query";
    throw parseError(query, description, syntaxErrorPosition(error) ?? 0);
  }
  const missing = missingParameter(tree);
  if (missing !== undefined)
    throw parseError(query, `param $${missing} referenced, but not provided`, query.indexOf(`$${missing}`));
  return tree;
}
