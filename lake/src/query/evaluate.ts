import type { LakeDocument } from "../document.ts";
import { LakeError, validationError } from "../errors.ts";
import { checkJson } from "../mutations/json.ts";
import { Interrupted, withDeadline } from "./deadline.ts";
import { textAt } from "./document-text.ts";
import { evaluate } from "./groq.ts";
import type { QueryLimits } from "./limits.ts";
import { candidates } from "./lookup.ts";
import { measureJson } from "./measure.ts";
import type { Measured } from "./measure.ts";
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
  limits: QueryLimits;
  /** Lets SIGINT end an evaluation, where a process does nothing else. Default false. */
  breakOnSigint?: boolean;
}

/** A query that groq-js cannot evaluate (`geo::`, nested beyond the stack) is the query's fault. */
function evaluationError(query: string, error: unknown): Error {
  if (error instanceof LakeError || error instanceof Interrupted) return error;
  const description = `The query cannot be evaluated: ${error instanceof Error ? error.message : "unknown"}`;
  return new LakeError(400, { error: { type: "queryEvaluationError", description, query } });
}

const FEW = { iterations: 2, documents: 100, characters: 4096 };

/**
 * True if a query of our own cannot take long: few documents and parameters, hardly any nesting, no text search. What a
 * stranger's query does to few documents is not bounded by it.
 */
export function isQuick(plan: Plan, documents: number, params: Measured): boolean {
  if (plan.searches || plan.iterations > FEW.iterations || params.characters > FEW.characters) return false;
  return documents + plan.listed + params.values <= FEW.documents;
}

/** Measures parameters. @throws LakeError 400 when they are too large, nested too deeply or not JSON */
export function checkParams(params: QueryParams, maxCharacters: number): Measured {
  checkJson(params);
  const measured = measureJson(params, maxCharacters);
  if (measured.characters > maxCharacters)
    throw validationError(`The parameters are longer than ${maxCharacters} characters of JSON`);
  return measured;
}

interface Found {
  params: QueryParams;
  dataset: readonly LakeDocument[];
  /** How many documents the query may have to go over. */
  documents: number;
}

/** What the indexes find for each part of the query, as parameters. */
function lookUp(plan: Plan, params: QueryParams, view: View): Found {
  const dataset = plan.scans > 0 ? view.all() : [];
  let documents = plan.scans * dataset.length;
  if (plan.sources.length === 0) return { params, dataset, documents };
  const found: Record<string, unknown> = { ...params };
  for (const { parameter, lookups } of plan.sources) {
    const some = candidates(lookups, params, view) ?? view.all();
    found[parameter] = some;
    documents += some.length;
  }
  return { params: found, dataset, documents };
}

/** Evaluates a query and hands the result to `finish`, all of it under one deadline unless it is quick. */
function evaluateThen<T>(
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
  finish: (result: unknown) => T,
): T {
  const { limits, breakOnSigint = false } = context;
  const measured = checkParams(params, limits.maxParamCharacters);
  const plan = planFor(query, params);
  const system = usesSystem(query);
  const shown = (document: LakeDocument | undefined): LakeDocument | undefined =>
    document && system ? withSystem(document) : document;
  const run = (found: Found): T => {
    const result = evaluate(plan.tree, {
      params: found.params,
      dataset: system ? found.dataset.map(withSystem) : found.dataset,
      dereference: ({ _ref }) => textAt(_ref, view.get) ?? shown(view.get(_ref)) ?? null,
      identity: context.identity,
      sanity: { projectId: context.projectId, dataset: context.dataset },
      timestamp: new Date(),
    });
    return finish(result ?? null);
  };
  try {
    if (!limits.isForeign && isQuick(plan, 0, measured)) {
      const found = lookUp(plan, params, view);
      if (isQuick(plan, found.documents, measured)) return run(found);
    }
    return withDeadline(limits.deadlineMs, () => run(lookUp(plan, params, view)), { breakOnSigint });
  } catch (error) {
    throw evaluationError(query, error);
  }
}

/**
 * Evaluates a query on a view. The result may hold stored documents (read it, never change it), dates and paths, which
 * become strings as JSON.
 * @throws LakeError 400 when the query cannot be parsed or evaluated, or takes too long
 */
export const evaluateQuery = (
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
): unknown => evaluateThen(query, params, view, context, (result) => result);

/**
 * Evaluates a query on a view and returns the result as JSON text.
 * @throws LakeError 400 as `evaluateQuery`, and when the text would be longer than the limits allow
 */
export const answerQuery = (query: string, params: QueryParams, view: View, context: QueryContext): string =>
  evaluateThen(query, params, view, context, (result) =>
    boundedJson(result, context.limits.maxResultCharacters),
  );

/** JSON text of a value. @throws LakeError 400 when it is longer than `maxCharacters`, before the text is made */
export function boundedJson(value: unknown, maxCharacters: number): string {
  if (measureJson(value, maxCharacters).characters <= maxCharacters) return JSON.stringify(value);
  const description = `The answer is longer than ${maxCharacters} characters`;
  throw new LakeError(400, { error: { type: "responseTooLargeError", description } });
}
