import type { LakeDocument } from "../document.ts";
import { LakeError } from "../errors.ts";
import { checkJson } from "../mutations/json.ts";
import { QUERY_DEADLINE_MS, withDeadline } from "./deadline.ts";
import { evaluate } from "./groq.ts";
import { narrow } from "./narrow.ts";
import { parseQuery } from "./parse.ts";
import type { QueryParams } from "./parse.ts";
import { usesSystem, withSystem } from "./system.ts";
import { isQuick, needsEverything } from "./tree.ts";
import type { View } from "./view.ts";

export interface QueryContext {
  /** What `identity()` answers. */
  identity: string;
  projectId: string;
  dataset: string;
}

/** A query that groq-js cannot evaluate (`geo::`, `text::query`, nested beyond the stack) is the query's fault. */
function evaluationError(query: string, error: unknown): LakeError {
  if (error instanceof LakeError) return error;
  const description = `The query cannot be evaluated: ${error instanceof Error ? error.message : "unknown"}`;
  return new LakeError(400, { error: { type: "queryEvaluationError", description, query } });
}

/**
 * Evaluates a query on a view. The result may hold stored documents: read it, never change it.
 * @throws LakeError 400 when the query cannot be parsed or evaluated, or takes too long
 */
export function evaluateQuery(
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
): unknown {
  checkJson(params);
  const tree = parseQuery(query, params);
  const system = usesSystem(query);
  const shown = (document: LakeDocument | undefined): LakeDocument | undefined =>
    document && system ? withSystem(document) : document;
  try {
    // `_system` holds a reference that no index knows, so such a query goes over everything.
    const narrowed = system ? tree : narrow(tree, view);
    const dataset = needsEverything(narrowed) ? view.all() : [];
    const run = (): unknown =>
      evaluate(narrowed, {
        dataset: system ? dataset.map(withSystem) : dataset,
        dereference: ({ _ref }) => shown(view.get(_ref)) ?? null,
        identity: context.identity,
        sanity: { projectId: context.projectId, dataset: context.dataset },
        timestamp: new Date(),
      });
    return (isQuick(narrowed, dataset.length) ? run() : withDeadline(QUERY_DEADLINE_MS, run)) ?? null;
  } catch (error) {
    throw evaluationError(query, error);
  }
}
