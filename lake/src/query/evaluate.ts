import type { LakeDocument } from "../document.ts";
import { LakeError } from "../errors.ts";
import { checkJson } from "../mutations/json.ts";
import { QUERY_DEADLINE_MS, withDeadline } from "./deadline.ts";
import { textAt } from "./document-text.ts";
import { evaluate } from "./groq.ts";
import { candidates } from "./lookup.ts";
import type { QueryParams } from "./parse.ts";
import { planFor } from "./plan.ts";
import type { Plan } from "./plan.ts";
import { usesSystem, withSystem } from "./system.ts";
import type { View } from "./view.ts";

export interface QueryContext {
  /** What `identity()` answers. */
  identity: string;
  projectId: string;
  dataset: string;
}

/** A query that groq-js cannot evaluate (`geo::`, nested beyond the stack) is the query's fault. */
function evaluationError(query: string, error: unknown): LakeError {
  if (error instanceof LakeError) return error;
  const description = `The query cannot be evaluated: ${error instanceof Error ? error.message : "unknown"}`;
  return new LakeError(400, { error: { type: "queryEvaluationError", description, query } });
}

const FEW = { iterations: 2, documents: 100 };

/** True if it cannot take long, whatever the query says: few documents, hardly any nesting, no text search. */
export function isQuick(plan: Plan, documents: number): boolean {
  return !plan.searches && plan.iterations <= FEW.iterations && documents <= FEW.documents;
}

/** What the indexes find for each part of the query, as parameters, and how many values it may have to go over. */
function lookUp(plan: Plan, params: QueryParams, view: View): { found: QueryParams; size: number } {
  let size = plan.listed;
  for (const name of plan.names) {
    const value = params[name];
    if (Array.isArray(value)) size += value.length;
  }
  if (plan.sources.length === 0) return { found: params, size };
  const found: Record<string, unknown> = { ...params };
  for (const { parameter, lookups } of plan.sources) {
    const documents = candidates(lookups, params, view) ?? view.all();
    found[parameter] = documents;
    size += documents.length;
  }
  return { found, size };
}

/**
 * Evaluates a query on a view. The result may hold stored documents (read it, never change it), dates and paths, which
 * become strings as JSON.
 * @throws LakeError 400 when the query cannot be parsed or evaluated, or takes too long
 */
export function evaluateQuery(
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
): unknown {
  checkJson(params);
  const plan = planFor(query, params);
  const system = usesSystem(query);
  const shown = (document: LakeDocument | undefined): LakeDocument | undefined =>
    document && system ? withSystem(document) : document;
  try {
    const { found, size } = lookUp(plan, params, view);
    const dataset = plan.scans > 0 ? view.all() : [];
    const run = (): unknown =>
      evaluate(plan.tree, {
        params: found,
        dataset: system ? dataset.map(withSystem) : dataset,
        dereference: ({ _ref }) => textAt(_ref, view.get) ?? shown(view.get(_ref)) ?? null,
        identity: context.identity,
        sanity: { projectId: context.projectId, dataset: context.dataset },
        timestamp: new Date(),
      });
    const quick = isQuick(plan, size + plan.scans * dataset.length);
    return (quick ? run() : withDeadline(QUERY_DEADLINE_MS, run)) ?? null;
  } catch (error) {
    throw evaluationError(query, error);
  }
}
