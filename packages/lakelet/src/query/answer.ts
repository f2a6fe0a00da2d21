import type { QueryLimits } from "../model/limits.ts";
import { NO_PRIVATE_TYPES, visibleTo } from "../model/role.ts";
import type { Role } from "../model/role.ts";
import { answerMapped, answerQuery, selectIds } from "./evaluate.ts";
import type { QueryParams } from "./parse.ts";
import type { Perspective } from "./perspective.ts";
import { visiblePart } from "./view.ts";
import type { Views } from "./view.ts";

/** A query as it was sent. */
export interface PublicQuery {
  query: string;
  params: QueryParams;
  /** True if the response repeats the query. */
  echo: boolean;
}

/** A query, and for whom it is evaluated. */
export interface Question extends PublicQuery {
  perspective: Perspective;
  /** Null for a stranger. */
  role: Role | null;
  /** Result of `identity()`. */
  identity: string;
  /** Undefined if none is wanted. */
  sourceMap?: { keyed: boolean } | undefined;
  limits: QueryLimits;
  /** The response is the ids of the documents in the result, as JSON. */
  selects?: boolean;
}

/** Where a query is evaluated. */
export interface QueryPlace {
  projectId: string;
  dataset: string;
  /** Types that editors do not see. */
  privateTypes: ReadonlySet<string>;
  breakOnSigint?: boolean;
}

/** The only sync tag: every change refreshes every live query. */
export const SYNC_TAG = "s1:all";

/** Returns the body of the response to a question. @throws LakeError 400 */
export function answer(
  { query, params, echo, perspective, role, identity, sourceMap, limits, selects }: Question,
  views: Views,
  { privateTypes, ...place }: QueryPlace,
): string {
  const started = performance.now();
  const context = { ...place, identity, limits };
  const shown = views.of(perspective);
  // Only editors see a part of a perspective.
  const sees = visibleTo({ role: role ?? "viewer" }, { ...NO_PRIVATE_TYPES, types: privateTypes });
  const view = role === "editor" ? visiblePart(shown, { sees }) : shown;
  if (selects) return JSON.stringify(selectIds(query, params, view, context));
  const { result, map } = sourceMap
    ? answerMapped(query, params, view, { ...context, ...sourceMap })
    : { result: answerQuery(query, params, view, context), map: undefined };
  const ms = Math.round(performance.now() - started);
  const sent = echo ? `"query":${JSON.stringify(query)},` : "";
  const mapped = map === undefined ? "" : `"resultSourceMap":${map},`;
  return `{${sent}"result":${result},${mapped}"ms":${ms},"syncTags":["${SYNC_TAG}"]}`;
}
