import { LakeError, validationError } from "../model/errors.ts";
import { checkJson, measureJson, isObject } from "../model/json.ts";
import type { Measured } from "../model/json.ts";
import { LIMITS } from "../model/limits.ts";
import type { QueryLimits } from "../model/limits.ts";
import { Interrupted, withDeadline } from "./deadline.ts";
import { Evaluation } from "./evaluation.ts";
import type { QueryParams } from "./parse.ts";
import { usesSystem } from "./perspective.ts";
import { planFor } from "./plan.ts";
import type { Plan, ResultKind } from "./plan.ts";
import { tracedView, withSourceMap } from "./sources.ts";
import type { View } from "./view.ts";

export interface QueryContext {
  /** Result of `identity()`. */
  identity: string;
  projectId: string;
  dataset: string;
  limits: QueryLimits;
  /** Traces the result, so that `withSourceMap` can read it. Default "plain". */
  kind?: ResultKind;
  /** Lets SIGINT end the evaluation, for a process of its own. Default false. */
  breakOnSigint?: boolean;
}

/** A query that groq-js cannot evaluate (`media::aspect`, too deeply nested) is a 400. */
function evaluationError(query: string, error: unknown): Error {
  if (error instanceof LakeError || error instanceof Interrupted) return error;
  const description = `The query cannot be evaluated: ${error instanceof Error ? error.message : "unknown"}`;
  return new LakeError(400, { error: { type: "queryEvaluationError", description, query } });
}

/** Documents that a quick query may read from disk, in about 3 ms. */
const QUICK_READS = 200;

const QUICK = { iterations: 2, documents: 100, characters: 4096 };

/**
 * True if a query of the site itself cannot take long: few documents and parameters, little nesting, no text search. A hostile
 * query may take long all the same.
 */
export function isQuick(plan: Plan, documents: number, params: Measured): boolean {
  if (plan.searches || plan.iterations > QUICK.iterations || params.characters > QUICK.characters)
    return false;
  // The first documents in an order are found without reading many, as a rule.
  if (plan.once.some(({ kind }) => kind !== "first") || plan.outer.length > 0) return false;
  return documents + plan.listed + params.values <= QUICK.documents;
}

/** Measures parameters. @throws LakeError 400 if they are too large, too deeply nested or not JSON */
export function checkParams(params: QueryParams, maxCharacters: number): Measured {
  checkJson(params);
  const measured = measureJson(params, maxCharacters);
  if (measured.characters > maxCharacters)
    throw validationError(`The parameters are longer than ${maxCharacters} characters of JSON`);
  return measured;
}

/** Reading from disk takes three times as long as reading from memory; the site's own queries get twice the time for it. */
const deadlineOf = ({ deadlineMs, isForeign }: QueryLimits, { isCached }: View): number =>
  isCached || isForeign ? deadlineMs : 2 * deadlineMs;

/** Evaluates a query and passes the result to `finish`, both under one deadline unless the query is quick. */
function evaluateThen<T>(
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
  finish: (result: unknown) => T,
): T {
  const { limits, kind = "plain", breakOnSigint = false } = context;
  const measured = checkParams(params, limits.maxParamCharacters);
  const { isCached } = view;
  const plan = planFor(query, params, limits.deadlineMs, kind === "plain" && !isCached ? "batched" : kind);
  const seen = kind === "traced" ? tracedView(view) : view;
  const create = () => new Evaluation(plan, params, seen, { ...context, withSystem: usesSystem(query) });
  let evaluation = create();
  const run = (): T => finish(evaluation.run());
  if (plan.growth > limits.maxGrowth) throw responseTooLarge(limits.maxResultCharacters);
  try {
    if (!limits.isForeign && isQuick(plan, 0, measured)) {
      const quickly = (): { value: T } | undefined =>
        isQuick(plan, evaluation.lookUp(), measured) ? { value: run() } : undefined;
      const result = isCached ? quickly() : view.readAtMost(QUICK_READS, quickly);
      if (result) return result.value;
      if (!isCached) evaluation = create();
    }
    return withDeadline(deadlineOf(limits, view), run, { breakOnSigint });
  } catch (error) {
    throw evaluationError(query, error);
  }
}

const idOf = (value: unknown): string[] =>
  isObject(value) && typeof value["_id"] === "string" ? [value["_id"]] : [];

/**
 * Evaluates a query on a view and returns the ids of the documents in its result, for a patch or delete by query.
 * @throws LakeError 400 if the query cannot be parsed or evaluated, takes too long or finds too many
 */
export const selectIds = (
  query: string,
  params: QueryParams,
  view: View,
  context: QueryContext,
): readonly string[] =>
  evaluateThen(query, params, view, context, (result) => {
    const ids = [result].flat().flatMap(idOf);
    checkSelected(ids.length, LIMITS.deletedDocuments);
    return ids;
  });

/** @throws LakeError 400 if queries of a transaction select more documents than `limit` */
export function checkSelected(length: number, limit: number): void {
  if (length > limit)
    throw validationError(
      `The queries of a transaction may select ${limit} documents; select a part, such as *[…][0...${limit}]`,
    );
}

/**
 * Evaluates a query on a view and returns the result as JSON text.
 * @throws LakeError 400 if the query cannot be parsed or evaluated, takes too long or has too long a result
 */
export const answerQuery = (query: string, params: QueryParams, view: View, context: QueryContext): string =>
  evaluateThen(query, params, view, context, (result) =>
    boundedJson(result, context.limits.maxResultCharacters),
  );

/**
 * Evaluates a query on a view and returns the JSON texts of the result and its source map.
 * @param keyed names elements of arrays by `_key`
 * @throws LakeError 400 as `answerQuery`, and for a query whose sources cannot be followed
 */
export const answerMapped = (
  query: string,
  params: QueryParams,
  view: View,
  { keyed, ...context }: QueryContext & { keyed: boolean },
): { result: string; map: string } =>
  evaluateThen(query, params, view, { ...context, kind: "traced" }, (traced) => {
    const { result, resultSourceMap } = withSourceMap(traced, keyed);
    const { maxResultCharacters } = context.limits;
    return {
      result: boundedJson(result, maxResultCharacters),
      map: boundedJson(resultSourceMap, maxResultCharacters),
    };
  });

/** Returns the JSON text of a value. @throws LakeError 400 if it would be longer than `maxCharacters` */
export function boundedJson(value: unknown, maxCharacters: number): string {
  if (measureJson(value, maxCharacters).characters <= maxCharacters) return JSON.stringify(value);
  throw responseTooLarge(maxCharacters);
}

function responseTooLarge(maxCharacters: number): LakeError {
  const description = `The response is longer than ${maxCharacters} characters`;
  return new LakeError(400, { error: { type: "responseTooLargeError", description } });
}

const TOO_LONG = new Set(["queryTimeoutError", "responseTooLargeError"]);

/** True for the error of a query that takes longer than its limits, or may. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof LakeError) || !("error" in error.body)) return false;
  const failure = error.body.error;
  return typeof failure === "object" && TOO_LONG.has(failure.type);
}
