import { LakeError } from "../model/errors.ts";
import { LIMITS } from "../model/limits.ts";
import { nodesOf, parse, syntaxErrorPosition } from "./groq.ts";
import type { GroqNode } from "./groq.ts";

export type QueryParams = Readonly<Record<string, unknown>>;

/** 400 with a position in the query, which the client marks with a caret. */
export function parseError(query: string, description: string, position: number): LakeError {
  const start = Math.min(Math.max(position, 0), query.length);
  const end = Math.min(start + 1, query.length);
  return new LakeError(400, { error: { type: "queryParseError", description, query, start, end } });
}

/** Returns the name of a parameter without a value. Hosted Sanity rejects such queries. */
function missingParameter(tree: GroqNode): string | undefined {
  for (const node of nodesOf(tree)) if (node.type === "Parameter") return node.name;
  return undefined;
}

/** @throws LakeError 400 for a parameter without a value */
export function checkGiven(query: string, names: Iterable<string>, params: QueryParams): void {
  for (const name of names) {
    if (!Object.hasOwn(params, name))
      throw parseError(query, `param $${name} referenced, but not provided`, query.indexOf(`$${name}`));
  }
}

/**
 * Parses GROQ, which takes quadratic time. The tree contains the values of the parameters, so it is valid for these only.
 * @throws LakeError 400 `queryParseError`
 */
export function parseQuery(query: string, params: QueryParams): GroqNode {
  if (query.length > LIMITS.queryLength)
    throw parseError(query.slice(0, 100), `Query is longer than ${LIMITS.queryLength} characters`, 0);
  let tree: GroqNode;
  try {
    tree = parse(query, { params });
  } catch (error) {
    // Unknown functions, wrong arity and too deeply nested brackets have no position.
    const description = error instanceof Error ? error.message : "Invalid query";
    throw parseError(query, description, syntaxErrorPosition(error) ?? 0);
  }
  const missing = missingParameter(tree);
  if (missing !== undefined) checkGiven(query, [missing], {});
  return tree;
}

/** Nodes that the parser folds: `[…]` is an element or an attribute if the value is a number or a string. */
const CALCULATED = new Set<string>(["Value", "Parameter", "Group", "Pos", "Neg", "OpCall"]);

function dependsOnParameters(filter: GroqNode): boolean {
  const parts = [...nodesOf(filter)];
  return parts.some(({ type }) => type === "Parameter") && parts.every(({ type }) => CALCULATED.has(type));
}

/**
 * Parses GROQ without the values of its parameters, so that the tree is valid for any. Returns undefined if a value decides how
 * the query is parsed (`[$n]`, `[0...$n]`), and for an invalid query.
 */
export function parseTemplate(query: string): { tree: GroqNode; names: readonly string[] } | undefined {
  // Custom functions have parameters, too.
  if (query.length > LIMITS.queryLength || /\bfn\b/.test(query)) return undefined;
  let tree: GroqNode;
  try {
    tree = parse(query, { params: {} });
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
