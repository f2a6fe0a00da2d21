import { LRUCache } from "lru-cache";
import { QUERY_DEADLINE_MS } from "../model/limits.ts";
import { withCalls } from "./calls.ts";
import type { WithCalls } from "./calls.ts";
import { withDeadline } from "./deadline.ts";
import { nodesOf } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { checkGiven, parseError, parseQuery, parseTemplate } from "./parse.ts";
import type { QueryParams } from "./parse.ts";
import { usesSystem } from "./perspective.ts";
import { rewrite } from "./rewrite.ts";
import type { Rewritten } from "./rewrite.ts";
import { usesTextQuery, withTextMatches } from "./text-match.ts";
import { withTrace } from "./trace.ts";

/** A parsed query, prepared for any number of evaluations. */
export interface Plan extends Rewritten {
  /** As parsed. It means the same as `tree`, and needs nothing but a dataset and the calls. */
  parsed: GroqNode;
  /** Functions that groq-js cannot evaluate, by the parameters that call them. */
  calls: WithCalls["calls"];
  /** Names of its parameters. */
  names: readonly string[];
  /** Number of scans of the whole dataset. */
  scans: number;
  /** Number of filters, maps and sorts. */
  iterations: number;
  /** Number of values in array literals. */
  listed: number;
  /** Number of operators and splats that may make a value longer than those it is made of; infinite with some functions. */
  growth: number;
  /** True with a text search or calls, which take time by the size of values. */
  searches: boolean;
}

const ITERATING = new Set<string>(["Filter", "Map", "FlatMap", "PipeFuncCall"]);

/** How the result of a query is wanted: traced results know where their values come from. */
export type ResultKind = "plain" | "traced";

/** Also how documents are read: in batches if not all are in memory. */
export type PlanKind = ResultKind | "batched";

/** Functions that may make a value longer by any factor, because the query chooses the separator or makes the blocks. */
const isUnbounded = ({ namespace, name, args }: GroqNode & { type: "FuncCall" }): boolean => {
  if (namespace === "array") return name === "join";
  if (namespace !== "pt") return false;
  return args.some((arg) => [...nodesOf(arg)].some(({ type }) => type === "Object" || type === "Array"));
};

/** How often a query may make values longer than those they are made of. */
function growthOf(tree: GroqNode): number {
  let growth = 0;
  for (const node of nodesOf(tree)) {
    if (node.type === "OpCall" && node.op === "+") growth += 1;
    if (node.type === "Array") growth += node.elements.filter(({ isSplat }) => isSplat).length;
    if (node.type === "FuncCall" && isUnbounded(node)) growth = Infinity;
  }
  return growth;
}

/** @param growth of the query as it was written */
function planOf(
  query: string,
  kind: PlanKind,
  given: GroqNode,
  names: readonly string[],
  growth = growthOf(given),
): Plan {
  const called = withCalls(query, given);
  const traced = kind === "traced" ? withTrace(query, called.tree) : undefined;
  const { tree: parsed, exprs } = { ...called, ...traced };
  const calls = new Map([...called.calls, ...(traced?.calls ?? [])]);
  // `_system` contains a reference that is not indexed, so such a query scans everything.
  const rewritten = usesSystem(query)
    ? { tree: parsed, sources: [], once: [], outer: [] }
    : rewrite(parsed, kind === "batched");
  const plan: Plan = {
    ...rewritten,
    parsed,
    calls,
    names,
    scans: 0,
    iterations: 0,
    listed: 0,
    growth,
    searches: called.calls.size > 0,
  };
  for (const part of rewritten.once) if (part.kind === "first") plan.iterations -= part.first.steps;
  const once = rewritten.once.map((part) => {
    if (part.kind === "value") return part.tree;
    return part.kind === "first" ? part.first.list : part.scan.list;
  });
  for (const node of [rewritten.tree, ...once, ...exprs].flatMap((tree) => [...nodesOf(tree)])) {
    if (node.type === "Everything") plan.scans += 1;
    if (node.type === "FuncCall" && node.namespace === "releases") plan.scans += 1;
    if (node.type === "OpCall" && node.op === "match") plan.searches = true;
    if (node.type === "Value" && Array.isArray(node.value)) plan.listed += node.value.length;
    if (ITERATING.has(node.type)) plan.iterations += 1;
  }
  return plan;
}

/** Length of all cached queries. A plan takes about thirty times as much memory. */
const MAX_CACHED_CHARACTERS = 1024 * 1024;

/** By query; if parameters decide how it is parsed, by query and parameters. */
const plans = new LRUCache<string, Plan | "depends">({
  max: 1000,
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
});

/** Returns a plan for any parameters, "depends" if they decide how the query is parsed, undefined for an invalid query. */
function planOfTemplate(query: string, kind: PlanKind): Plan | "depends" | undefined {
  const template = parseTemplate(query);
  if (!template || usesTextQuery(template.tree)) return template && "depends";
  return planOf(query, kind, template.tree, template.names);
}

/** Returns a plan for these parameters. What people type into a search is rarely repeated, so not worth keeping. */
function planWith(query: string, kind: PlanKind, params: QueryParams): { plan: Plan; isRepeated: boolean } {
  const parsed = parseQuery(query, params);
  const isSearch = usesTextQuery(parsed);
  const tree = isSearch ? withTextMatches(query, parsed) : parsed;
  return { plan: planOf(query, kind, tree, [], growthOf(parsed)), isRepeated: !isSearch };
}

/** Only the pure parts run under the deadline, which may stop them anywhere. */
function cachedPlan(query: string, kind: PlanKind, params: QueryParams, deadlineMs: number): Plan {
  const name = kind === "plain" ? query : `${kind}:${query}`;
  let plan = plans.get(name);
  if (plan === undefined) {
    plan = withDeadline(deadlineMs, () => planOfTemplate(query, kind));
    if (plan) plans.set(name, plan);
  }
  if (plan && plan !== "depends") {
    checkGiven(query, plan.names, params);
    return plan;
  }
  const key = `${name}\n${JSON.stringify(params)}`;
  const known = plans.get(key);
  if (known && known !== "depends") return known;
  const made = withDeadline(deadlineMs, () => planWith(query, kind, params));
  if (made.isRepeated) plans.set(key, made.plan);
  return made.plan;
}

/**
 * Returns the plan of a query, from the cache if possible.
 * @throws LakeError 400 `queryParseError`, also for a missing parameter, and at the deadline
 */
export function planFor(
  query: string,
  params: QueryParams,
  deadlineMs = QUERY_DEADLINE_MS,
  kind: PlanKind = "plain",
): Plan {
  try {
    return cachedPlan(query, kind, params, deadlineMs);
  } catch (error) {
    // Nesting that the parser handles may be too deep for walking the tree.
    if (error instanceof RangeError) throw parseError(query, "The query is nested too deeply", 0);
    throw error;
  }
}
