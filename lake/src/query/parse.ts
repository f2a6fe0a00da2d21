import { LakeError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { withDeadline } from "./deadline.ts";
import { parse, syntaxErrorPosition } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { QUERY_DEADLINE_MS } from "./limits.ts";
import { nodesOf } from "./tree.ts";

export type QueryParams = Readonly<Record<string, unknown>>;

/** 400 with the place in the query, in the form that the client prints with a caret under it. */
export function parseError(query: string, description: string, position: number): LakeError {
  const start = Math.min(Math.max(position, 0), query.length);
  const end = Math.min(start + 1, query.length);
  return new LakeError(400, { error: { type: "queryParseError", description, query, start, end } });
}

/** A parameter that was not given stays in the tree; hosted Sanity refuses such a query. */
function missingParameter(tree: GroqNode): string | undefined {
  for (const node of nodesOf(tree)) if (node.type === "Parameter") return node.name;
  return undefined;
}

/** @throws LakeError 400 for a parameter that the query mentions and nobody gave */
export function checkGiven(query: string, names: Iterable<string>, params: QueryParams): void {
  for (const name of names) {
    if (!Object.hasOwn(params, name))
      throw parseError(query, `param $${name} referenced, but not provided`, query.indexOf(`$${name}`));
  }
}

/** The parser's time grows with the square of the length. */
const read = (query: string, params: QueryParams): GroqNode =>
  withDeadline(QUERY_DEADLINE_MS, () => parse(query, { params }));

/**
 * Parses GROQ. The tree holds the parameters' values, so it serves these parameters only.
 * @throws LakeError 400 `queryParseError`
 */
export function parseQuery(query: string, params: QueryParams): GroqNode {
  if (query.length > LIMITS.queryLength)
    throw parseError(query.slice(0, 100), `Query is longer than ${LIMITS.queryLength} characters`, 0);
  let tree: GroqNode;
  try {
    tree = read(query, params);
  } catch (error) {
    if (error instanceof LakeError) throw error;
    // Unknown functions, wrong arity, or brackets nested beyond the stack have no position; all are the query's doing.
    const description = error instanceof Error ? error.message : "Invalid query";
    throw parseError(query, description, syntaxErrorPosition(error) ?? 0);
  }
  const missing = missingParameter(tree);
  if (missing !== undefined) checkGiven(query, [missing], {});
  return tree;
}

/** What the parser can calculate: it takes `[…]` for an element or an attribute when this comes to a number or a text. */
const CALCULATED = new Set<string>(["Value", "Parameter", "Group", "Pos", "Neg", "OpCall"]);

function dependsOnParameters(filter: GroqNode): boolean {
  const parts = [...nodesOf(filter)];
  return parts.some(({ type }) => type === "Parameter") && parts.every(({ type }) => CALCULATED.has(type));
}

/**
 * Parses GROQ without its parameters, which the tree names: it serves any. Undefined where what a parameter holds decides
 * how the query is read (`[$n]`, `[0...$n]`), and for a query that cannot be read.
 */
export function parseTemplate(query: string): { tree: GroqNode; names: readonly string[] } | undefined {
  // Functions of the query's own have parameters too.
  if (query.length > LIMITS.queryLength || /\bfn\b/.test(query)) return undefined;
  let tree: GroqNode;
  try {
    tree = read(query, {});
  } catch {
    return undefined;
  }
  const names = new Set<string>();
  for (const node of nodesOf(tree)) {
    if (node.type === "Parameter") names.add(node.name);
    if (node.type === "Filter" && dependsOnParameters(node.expr)) return undefined;
  }
  return { tree, names: [...names] };
}
