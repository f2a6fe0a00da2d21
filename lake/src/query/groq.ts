import * as groq from "groq-js";

/**
 * groq-js 2.0.0 ships type declarations that refer to files it does not contain, so everything imported from it is
 * `any`. This is the part of its interface used here, and the only file that imports it.
 */
export type GroqNode =
  | { type: "Everything" | "This" }
  | { type: "Value"; value: unknown }
  | { type: "Parameter"; name: string }
  | { type: "Group"; base: GroqNode }
  | { type: "AccessAttribute"; base?: GroqNode; name: string }
  | { type: "Array"; elements: Array<{ isSplat: boolean; value: GroqNode }> }
  | { type: "And" | "Or"; left: GroqNode; right: GroqNode }
  | { type: "OpCall"; op: string; left: GroqNode; right: GroqNode }
  | { type: "FuncCall"; namespace: string; name: string; args: GroqNode[] }
  | { type: "PipeFuncCall"; base: GroqNode; name: string; args: GroqNode[] }
  | { type: "Filter"; base: GroqNode; expr: GroqNode };

interface EvaluateOptions {
  dataset: readonly unknown[];
  params?: object;
  /** Finds what a reference points at; without it groq-js searches the dataset from the start, each time. */
  dereference?: (reference: { _ref: string }) => unknown;
  identity?: string;
  sanity?: { projectId: string; dataset: string };
  timestamp?: Date;
}

/** @throws GroqSyntaxError, or another Error for an unknown function or a wrong number of arguments */
export const parse = groq.parse as (query: string, options: { params: object }) => GroqNode;

const evaluateSync = groq.evaluateSync as (tree: GroqNode, options: EvaluateOptions) => { data: unknown };
/**
 * Evaluates a parsed query. Dates and paths in the result are objects of groq-js, which become strings as JSON: that is
 * where nearly every result goes, and looking for them in all of it costs as much as a lookup.
 * @throws Error for what groq-js cannot do
 */
export const evaluate = (tree: GroqNode, options: EvaluateOptions): unknown =>
  evaluateSync(tree, options).data;

/** Where a query stops being GROQ; undefined when the error is of another kind. */
export const syntaxErrorPosition = (error: unknown): number | undefined =>
  error instanceof groq.GroqSyntaxError ? (error as unknown as { position: number }).position : undefined;
