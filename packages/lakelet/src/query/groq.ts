import * as groq from "groq-js";

/**
 * The type declarations of groq-js 2.0.0 refer to files that it does not contain, so its exports are `any`. This is the part that
 * the lake uses; no other file imports groq-js.
 */
export type GroqNode =
  | { type: "Everything" | "This" }
  | { type: "Parent"; n: number }
  | { type: "Value"; value: unknown }
  | { type: "Parameter"; name: string }
  | { type: "Group" | "Asc" | "Desc" | "Deref" | "ArrayCoerce"; base: GroqNode }
  | { type: "AccessAttribute"; base?: GroqNode; name: string }
  | { type: "AccessElement"; base: GroqNode; index: number }
  | { type: "Slice"; base: GroqNode; left: number; right: number; isInclusive: boolean }
  | { type: "Array"; elements: Array<{ isSplat: boolean; value: GroqNode }> }
  | { type: "Object"; attributes: Array<{ type: "ObjectAttributeValue"; name: string; value: GroqNode }> }
  | { type: "And" | "Or"; left: GroqNode; right: GroqNode }
  | { type: "OpCall"; op: string; left: GroqNode; right: GroqNode }
  | { type: "InRange"; base: GroqNode; left: GroqNode; right: GroqNode; isInclusive: boolean }
  | { type: "FuncCall"; namespace: string; name: string; args: GroqNode[] }
  | { type: "PipeFuncCall"; base: GroqNode; name: string; args: GroqNode[] }
  | { type: "Filter" | "Map" | "FlatMap" | "Projection"; base: GroqNode; expr: GroqNode };

interface EvaluateOptions {
  dataset: readonly unknown[];
  params?: object;
  /** The value of `@` outside of everything. */
  root?: unknown;
  /** Resolves references. Without it groq-js searches the whole dataset for each. */
  dereference?: (reference: { _ref: string }) => unknown;
  identity?: string;
  sanity?: { projectId: string; dataset: string };
  timestamp?: Date;
  /** For expressions about a change. */
  before?: object | null;
  after?: object | null;
}

const parseGroq = groq.parse as (query: string, options: { params: object }) => GroqNode;

/** The first argument of `geo::latLng` in the place of `geo(…)`, which groq-js does not know. */
export const GEO_CONSTRUCTOR = "\0geo";

/** The same in the place of `sanity::partOfVariant(…)`. */
export const PART_OF_VARIANT = "\0variant";

/** Texts and comments, or the beginning of a call of `geo()` or `sanity::partOfVariant()`. */
const TEXT_OR_CALL =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*|(?<![\w$.:])(?:(?:global\s*::\s*)?geo|sanity\s*::\s*partOfVariant)\s*\(/gs;

const withKnownCalls = (query: string): string =>
  query.replaceAll(TEXT_OR_CALL, (part) => {
    if (!/^[gs]/.test(part)) return part;
    return `geo::latLng("${part.startsWith("g") ? GEO_CONSTRUCTOR : PART_OF_VARIANT}",`;
  });

/** @throws GroqSyntaxError, or another Error for an unknown function or a wrong number of arguments */
export function parse(query: string, options: { params: object }): GroqNode {
  const text = withKnownCalls(query);
  try {
    return parseGroq(text, options);
  } catch (error) {
    // Again as it was written, for the position.
    if (text !== query && error instanceof groq.GroqSyntaxError) return parseGroq(query, options);
    throw error;
  }
}

/** Parses an expression about the change of a document: `before()`, `after()`, `delta::`. @throws as `parse` */
export const parseDelta = (expression: string): GroqNode =>
  (groq.parse as (query: string, options: { mode: "delta" }) => GroqNode)(expression, { mode: "delta" });

const evaluateSync = groq.evaluateSync as (tree: GroqNode, options: EvaluateOptions) => { data: unknown };
/**
 * Evaluates a parsed query. Dates and paths in the result are objects of groq-js that become strings in JSON; converting them
 * here would cost as much as a lookup.
 * @throws Error if groq-js cannot evaluate it
 */
export const evaluate = (tree: GroqNode, options: EvaluateOptions): unknown =>
  evaluateSync(tree, options).data;

const evaluateAsync = groq.evaluate as (
  tree: GroqNode,
  options: EvaluateOptions,
) => Promise<{ get(): Promise<unknown> }>;
/** The same for `delta::changedAny` and `delta::changedOnly`, which groq-js evaluates asynchronously only. */
export const evaluateDelta = async (tree: GroqNode, options: EvaluateOptions): Promise<unknown> =>
  (await evaluateAsync(tree, options)).get();

/** Returns the position of a syntax error, or undefined for other errors. */
export const syntaxErrorPosition = (error: unknown): number | undefined =>
  error instanceof groq.GroqSyntaxError ? (error as unknown as { position: number }).position : undefined;

/** True for a node of a parsed query, false for arrays and objects that contain nodes. */
export const isNode = (value: object): value is GroqNode => "type" in value && typeof value.type === "string";

/** Returns a value as a node; undefined for what only contains nodes, or none. */
export const asNode = (value: unknown): GroqNode | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) && isNode(value) ? value : undefined;

/** Returns a copy of a part of a query with each of its own parts changed. The content of a `Value` is data and stays. */
export function mapped(part: unknown, change: (part: unknown, name: string) => unknown): unknown {
  if (typeof part !== "object" || part === null || asNode(part)?.type === "Value") return part;
  if (Array.isArray(part)) return part.map((one) => change(one, ""));
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, change(one, name)]));
}

/** Returns a chain of nodes with another end. */
export function withEnd(node: GroqNode, isEnd: (node: GroqNode) => boolean, by: GroqNode): GroqNode {
  if (isEnd(node)) return by;
  return "base" in node && node.base ? ({ ...node, base: withEnd(node.base, isEnd, by) } as GroqNode) : node;
}

export const isEverything = ({ type }: GroqNode): boolean => type === "Everything";

/** True for all documents, filtered or not. */
export const isOfAll = (node: GroqNode): boolean =>
  isEverything(node) || (node.type === "Filter" && isOfAll(node.base));

/** Yields every node of a parsed query, in no particular order. The content of a `Value` is data and not visited. */
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
