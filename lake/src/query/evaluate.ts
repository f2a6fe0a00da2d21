import type { LakeDocument } from "../document.ts";
import { LakeError } from "../errors.ts";
import { evaluate } from "./groq.ts";
import { narrow, needsEverything } from "./narrow.ts";
import { parseQuery } from "./parse.ts";
import type { QueryParams } from "./parse.ts";
import { usesSystem, withSystem } from "./system.ts";
import type { View } from "./view.ts";

export interface QueryContext {
  /** What `identity()` answers. */
  identity: string;
  projectId: string;
  dataset: string;
}

/**
 * Evaluates a query on a view. The result may hold stored documents: read it, never change it.
 * @throws LakeError 400 when the query cannot be parsed or evaluated
 */
export function evaluateQuery(
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
): unknown {
  const tree = parseQuery(query, params);
  const system = usesSystem(query);
  // `_system` holds a reference that no index knows, so such a query goes over everything.
  const narrowed = system ? tree : narrow(tree, view);
  const shown = (document: LakeDocument | undefined): LakeDocument | undefined =>
    document && system ? withSystem(document) : document;
  const dataset = needsEverything(narrowed) ? view.all() : [];
  try {
    const result = evaluate(narrowed, {
      dataset: system ? dataset.map(withSystem) : dataset,
      dereference: ({ _ref }) => shown(view.get(_ref)) ?? null,
      identity: context.identity,
      sanity: { projectId: context.projectId, dataset: context.dataset },
      timestamp: new Date(),
    });
    return result ?? null;
  } catch (error) {
    // groq-js has no other reason to throw than a query it cannot evaluate (`geo::`, `text::query`, too deep).
    const description = `The query cannot be evaluated: ${error instanceof Error ? error.message : "unknown"}`;
    throw new LakeError(400, { error: { type: "queryEvaluationError", description, query } });
  }
}
