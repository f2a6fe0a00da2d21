import { validationError } from "../errors.ts";
import { isJsonObject } from "../json.ts";
import type { PublicRead } from "../public-read/public-read.ts";
import type { PublicQuery } from "../public-read/messages.ts";
import type { QueryProcess } from "../public-read/query-process.ts";
import { answerMapped, answerQuery, isTooLong, queryResponse } from "../query/evaluate.ts";
import { KNOWN_QUERIES, SHORT_QUERIES, SITE_QUERIES, TRUSTED_QUERIES } from "../limits.ts";
import type { QueryLimits } from "../limits.ts";
import { defaultPerspective, parsePerspective } from "../query/perspective.ts";
import type { Perspective } from "../query/perspective.ts";
import type { Turns } from "../query/turns.ts";
import { visiblePart } from "../query/view.ts";
import type { Views } from "../query/view.ts";
import { queryParams } from "../http/request.ts";
import { jsonStream, jsonText } from "../http/response.ts";
import type { Route, RouteContext } from "../http/route.ts";

/** Parameters that would change the result. */
const UNSUPPORTED = ["variant", "explain"];

async function readQuestion({ request, readJson, url }: RouteContext): Promise<PublicQuery> {
  for (const name of UNSUPPORTED)
    if (url.searchParams.has(name)) throw validationError(`The parameter "${name}" is not supported`);
  const body = request.method === "POST" ? await readJson() : undefined;
  if (request.method === "POST" && !isJsonObject(body)) throw validationError("The body must be an object");
  const query = isJsonObject(body) ? body["query"] : url.searchParams.get("query");
  if (typeof query !== "string" || query.trim() === "") throw validationError("A query is required");
  const params = isJsonObject(body) ? (body["params"] ?? {}) : queryParams(url.searchParams);
  if (!isJsonObject(params)) throw validationError("params must be an object");
  return { query, params, echo: url.searchParams.get("returnQuery") !== "false" };
}

/** Reads `resultSourceMap`. Undefined if none is wanted. */
function sourceMapOf({ url, isStranger }: RouteContext): { keyed: boolean } | undefined {
  const asked = url.searchParams.get("resultSourceMap");
  if (asked === null || asked === "false") return undefined;
  if (asked !== "true" && asked !== "withKeyArraySelector")
    throw validationError(`resultSourceMap is "true" or "withKeyArraySelector"`);
  if (isStranger) throw validationError("resultSourceMap needs a token");
  return { keyed: asked === "withKeyArraySelector" };
}

/** Without a token everyone sees published documents without a dot in the id, whatever they request. */
function perspectiveOf({ url, params, actor }: RouteContext): Perspective {
  const asked = url.searchParams.get("perspective");
  const perspective = asked ? parsePerspective(asked) : defaultPerspective(params["version"] ?? "1");
  return actor ? perspective : { kind: "public" };
}

/** Limits of queries that are evaluated in this thread. */
function limitsOf({ entrance, actor }: RouteContext): QueryLimits {
  if (entrance === "network") return SHORT_QUERIES;
  return actor ? TRUSTED_QUERIES : SITE_QUERIES;
}

const identityOf = ({ actor }: RouteContext): string => actor?.id ?? "<anonymous>";

export interface QueryServices {
  views: Views;
  turns: Turns;
  publicRead: PublicRead;
  /** Where queries of known callers go on that take too long here. */
  longQueries: QueryProcess;
  /** Called with the duration of each query, in ms. */
  onQuery: (ms: number) => void;
}

/** GET and POST `/data/query/{dataset}`. */
export function queryRoutes({ views, turns, publicRead, longQueries, onQuery }: QueryServices): Route[] {
  const evaluate = (context: RouteContext, { query, params, echo }: PublicQuery): Response => {
    const started = performance.now();
    const { projectId, dataset } = context.config;
    const shown = views.of(perspectiveOf(context));
    // Only editors see a part of a perspective.
    const view = context.actor?.role === "editor" ? visiblePart(shown, context) : shown;
    const limits = limitsOf(context);
    const settings = { identity: identityOf(context), projectId, dataset, limits };
    const map = sourceMapOf(context);
    const answer = map
      ? answerMapped(query, params, view, { ...settings, ...map })
      : { result: answerQuery(query, params, view, settings) };
    const ms = performance.now() - started;
    onQuery(ms);
    return jsonText(queryResponse(answer.result, { ...answer, query: echo ? query : undefined, ms }));
  };
  /** Evaluates a query of a known caller here, or in the process for long ones if it takes too long. */
  const evaluateFor = async (context: RouteContext, question: PublicQuery): Promise<Response> => {
    const { request, actor } = context;
    const caller = actor?.id ?? "";
    try {
      return await turns.run(caller, request.signal, () => evaluate(context, question));
    } catch (error) {
      if (!isTooLong(error)) throw error;
    }
    const scope = {
      perspective: perspectiveOf(context),
      role: actor?.role ?? null,
      identity: identityOf(context),
      sourceMap: sourceMapOf(context),
    };
    const asked = { ...question, ...scope, limits: KNOWN_QUERIES };
    const started = performance.now();
    const bytes = await longQueries.ask(caller, asked, request.signal);
    onQuery(performance.now() - started);
    return jsonText(bytes);
  };
  const handle = async (context: RouteContext): Promise<Response> => {
    const { request, callerKey, entrance, isStranger } = context;
    const question = await readQuestion(context);
    if (entrance === "process") {
      views.buildIndexes();
      return evaluate(context, question);
    }
    if (!isStranger) return evaluateFor(context, question);
    perspectiveOf(context);
    sourceMapOf(context);
    const bytes = await publicRead.ask(callerKey, question, request.signal);
    return jsonStream(publicRead.hold(bytes));
  };
  const pattern = "/data/query/:dataset";
  return [
    { method: "GET", pattern, access: "published", handle },
    { method: "POST", pattern, access: "published", handle },
  ];
}
