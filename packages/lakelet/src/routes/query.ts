import { queryParams, readObject } from "../http/request.ts";
import { jsonStream, jsonText } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import { KNOWN_QUERIES, SHORT_QUERIES, SITE_QUERIES, TRUSTED_QUERIES } from "../model/limits.ts";
import type { QueryLimits } from "../model/limits.ts";
import type { PublicRead } from "../public-read/public-read.ts";
import type { QueryProcess } from "../public-read/query-process.ts";
import { answer } from "../query/answer.ts";
import type { Question } from "../query/answer.ts";
import { isTooLong } from "../query/evaluate.ts";
import { defaultPerspective, parsePerspective } from "../query/perspective.ts";
import type { Perspective } from "../query/perspective.ts";
import type { Turns } from "../query/turns.ts";
import type { Views } from "../query/view.ts";

/** Parameters that would change the result. */
const UNSUPPORTED = ["variant", "explain"];

type Asked = Omit<Question, "limits">;

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

/** Reads a request and checks all of it. @throws LakeError 400 */
async function readQuestion(context: RouteContext): Promise<Asked> {
  const { request, url, actor } = context;
  for (const name of UNSUPPORTED)
    if (url.searchParams.has(name)) throw validationError(`The parameter "${name}" is not supported`);
  const body = request.method === "POST" ? await readObject(context) : undefined;
  const query = body ? body["query"] : url.searchParams.get("query");
  if (typeof query !== "string" || query.trim() === "") throw validationError("A query is required");
  const params = body ? (body["params"] ?? {}) : queryParams(url.searchParams);
  if (!isJsonObject(params)) throw validationError("params must be an object");
  return {
    query,
    params,
    echo: url.searchParams.get("returnQuery") !== "false",
    perspective: perspectiveOf(context),
    role: actor?.role ?? null,
    identity: actor?.id ?? "<anonymous>",
    sourceMap: sourceMapOf(context),
  };
}

type Caller = "site" | "site with a token" | "known" | "stranger";

function callerOf({ entrance, actor }: RouteContext): Caller {
  if (entrance === "process") return actor ? "site with a token" : "site";
  return actor ? "known" : "stranger";
}

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
  /** Evaluates a query in this thread. @throws LakeError 400 */
  const evaluate = (asked: Asked, { config }: RouteContext, limits: QueryLimits): Response => {
    const started = performance.now();
    const text = answer({ ...asked, limits }, views, config);
    onQuery(performance.now() - started);
    return jsonText(text);
  };
  /** The site's own: at once, in this thread. */
  const evaluateNow = (asked: Asked, context: RouteContext, limits: QueryLimits): Response => {
    views.buildIndexes();
    return evaluate(asked, context, limits);
  };
  /** In turns in this thread, and from the start in the process for long queries if that takes too long. */
  const evaluateInTurn = async (asked: Asked, context: RouteContext): Promise<Response> => {
    const { request, actor } = context;
    const caller = actor?.id ?? "";
    try {
      return await turns.run(caller, request.signal, () => evaluate(asked, context, SHORT_QUERIES));
    } catch (error) {
      if (!isTooLong(error)) throw error;
    }
    const started = performance.now();
    const bytes = await longQueries.ask(caller, { ...asked, limits: KNOWN_QUERIES }, request.signal);
    onQuery(performance.now() - started);
    return jsonText(bytes);
  };
  /** In the process for strangers, which has published documents only and limits of its own. */
  const evaluateApart = async ({ query, params, echo }: Asked, { request, callerKey }: RouteContext) =>
    jsonStream(publicRead.hold(await publicRead.ask(callerKey, { query, params, echo }, request.signal)));

  /** Where and within which limits the queries of each kind of caller are evaluated. */
  const lanes: Record<Caller, (asked: Asked, context: RouteContext) => Response | Promise<Response>> = {
    site: (asked, context) => evaluateNow(asked, context, SITE_QUERIES),
    "site with a token": (asked, context) => evaluateNow(asked, context, TRUSTED_QUERIES),
    known: evaluateInTurn,
    stranger: evaluateApart,
  };
  const handle = async (context: RouteContext): Promise<Response> =>
    lanes[callerOf(context)](await readQuestion(context), context);
  const path = "/data/query/:dataset";
  return [route("GET", path, "published", handle), route("POST", path, "published", handle)];
}
