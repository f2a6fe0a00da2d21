import { validationError } from "../../errors.ts";
import { isJsonObject } from "../../mutations/json.ts";
import { evaluateQuery } from "../../query/evaluate.ts";
import type { QueryParams } from "../../query/parse.ts";
import { defaultPerspective, parsePerspective } from "../../query/perspective.ts";
import type { Perspective } from "../../query/perspective.ts";
import { visiblePart } from "../../query/view.ts";
import type { Views } from "../../query/view.ts";
import { readJson } from "../body.ts";
import { queryParams } from "../params.ts";
import { json } from "../respond.ts";
import type { Answer } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";

/** One constant tag: every change refreshes every live query. Coarse, and always right. */
export const SYNC_TAG = "s1:all";

interface Question {
  query: string;
  params: QueryParams;
}

async function questionOf({ request, url }: RouteContext): Promise<Question> {
  const body = request.method === "POST" ? await readJson(request) : undefined;
  if (request.method === "POST" && !isJsonObject(body)) throw validationError("The body must be an object");
  const query = isJsonObject(body) ? body["query"] : url.searchParams.get("query");
  if (typeof query !== "string" || query.trim() === "") throw validationError("A query is required");
  const params = isJsonObject(body) ? (body["params"] ?? {}) : queryParams(url.searchParams);
  if (!isJsonObject(params)) throw validationError("params must be an object");
  return { query, params };
}

/** Without a token everyone sees the same, whatever they ask for: published documents without a dot in the id. */
function perspectiveOf({ url, params, actor }: RouteContext): Perspective {
  const asked = url.searchParams.get("perspective");
  const perspective = asked ? parsePerspective(asked) : defaultPerspective(params["version"] ?? "1");
  return actor ? perspective : { kind: "public" };
}

/** GET and POST `/data/query/{dataset}`. */
export function queryRoutes(views: Views, onQuery: (ms: number) => void = () => {}): Route[] {
  const handle = async (context: RouteContext): Promise<Answer> => {
    const { query, params } = await questionOf(context);
    const started = performance.now();
    const { projectId, dataset } = context.config;
    const shown = views.of(perspectiveOf(context));
    // Only editors see a part; the others' perspectives hold what they may see.
    const view = context.actor?.role === "editor" ? visiblePart(shown, context) : shown;
    const identity = context.actor?.id ?? "<anonymous>";
    const result = evaluateQuery(query, params, view, { identity, projectId, dataset });
    const took = performance.now() - started;
    onQuery(took);
    const echo = context.url.searchParams.get("returnQuery") === "false" ? {} : { query };
    return json({ ...echo, result, ms: Math.round(took), syncTags: [SYNC_TAG] });
  };
  const pattern = "/data/query/:dataset";
  return [
    { method: "GET", pattern, access: "published", handle },
    { method: "POST", pattern, access: "published", handle },
  ];
}
