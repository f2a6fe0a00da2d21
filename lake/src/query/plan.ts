import { LRUCache } from "lru-cache";
import type { GroqNode } from "./groq.ts";
import { lookupsOf } from "./lookup.ts";
import type { Lookup } from "./lookup.ts";
import { checkGiven, parseError, parseQuery, parseTemplate } from "./parse.ts";
import type { QueryParams } from "./parse.ts";
import { usesSystem } from "./system.ts";
import { usesTextQuery, withTextMatches } from "./text-match.ts";
import { isNode, nodesOf } from "./tree.ts";

/** One `*[…]` that an index may help with. The tree reads its documents as a parameter of this name. */
interface Source {
  parameter: string;
  lookups: readonly Lookup[];
}

/** A parsed query, made ready to be evaluated any number of times. */
export interface Plan {
  tree: GroqNode;
  sources: readonly Source[];
  /** Parameters that it needs. */
  names: readonly string[];
  /** How often it goes over the whole dataset, as no index helps. */
  scans: number;
  /** Filters, maps, sorting. */
  iterations: number;
  /** Values that stand in the query itself as lists. */
  listed: number;
  /** True with a text search, whose time depends on the texts. */
  searches: boolean;
}

const ITERATING = new Set<string>(["Filter", "Map", "FlatMap", "PipeFuncCall"]);

/**
 * Lets each `*[…]` that an index can narrow read its documents from a parameter. The filter itself stays, so the answer
 * is the same: the documents found include every one that can pass, in the same order.
 */
function withSources(tree: GroqNode, sources: Source[]): GroqNode {
  const rewrite = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(rewrite);
    if (isNode(value) && value.type === "Value") return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewrite(part)]));
    if (isNode(value) && value.type === "Filter" && value.base.type === "Everything") {
      const lookups = lookupsOf(value.expr);
      if (lookups.length > 0) {
        const parameter = `*${sources.length}`; // nothing that a query can name
        sources.push({ parameter, lookups });
        copy["base"] = { type: "Parameter", name: parameter };
      }
    }
    return copy;
  };
  return rewrite(tree) as GroqNode;
}

function planOf(query: string, parsed: GroqNode, names: readonly string[]): Plan {
  const sources: Source[] = [];
  // `_system` holds a reference that no index knows, so such a query goes over everything.
  const tree = usesSystem(query) ? parsed : withSources(parsed, sources);
  const plan: Plan = { tree, sources, names, scans: 0, iterations: 0, listed: 0, searches: false };
  for (const node of nodesOf(tree)) {
    if (node.type === "Everything") plan.scans += 1;
    if (node.type === "FuncCall" && node.namespace === "releases") plan.scans += 1;
    if (node.type === "OpCall" && node.op === "match") plan.searches = true;
    if (node.type === "Value" && Array.isArray(node.value)) plan.listed += node.value.length;
    if (ITERATING.has(node.type)) plan.iterations += 1;
  }
  return plan;
}

/** Characters of the queries that are remembered; a plan takes about thirty times as much memory. */
const REMEMBERED = 1024 * 1024;

/** By the query's text; where parameters decide how it is read, by text and parameters. */
const plans = new LRUCache<string, Plan | "depends">({
  max: 1000,
  maxSize: REMEMBERED,
  sizeCalculation: (_, key) => key.length,
});

function knownOrMade(query: string, params: QueryParams): Plan {
  let plan = plans.get(query);
  if (plan === undefined) {
    const template = parseTemplate(query);
    plan =
      template && !usesTextQuery(template.tree) ? planOf(query, template.tree, template.names) : "depends";
    if (template) plans.set(query, plan);
  }
  if (plan !== "depends") {
    checkGiven(query, plan.names, params);
    return plan;
  }
  const key = `${query}\n${JSON.stringify(params)}`;
  const known = plans.get(key);
  if (known && known !== "depends") return known;
  const parsed = parseQuery(query, params);
  plans.set(query, "depends");
  // What somebody types into a search is not asked again, so its plan would only push out others.
  if (usesTextQuery(parsed)) return planOf(query, withTextMatches(query, parsed), []);
  const made = planOf(query, parsed, []);
  plans.set(key, made);
  return made;
}

/**
 * The plan of a query, made once.
 * @throws LakeError 400 `queryParseError`, also for a parameter that is missing
 */
export function planFor(query: string, params: QueryParams): Plan {
  try {
    return knownOrMade(query, params);
  } catch (error) {
    // What the parser can still read may be too deep for what goes over its tree.
    if (error instanceof RangeError) throw parseError(query, "The query is nested too deeply", 0);
    throw error;
  }
}
