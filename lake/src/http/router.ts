import {
  LakeError,
  insufficientPermissions,
  internalError,
  methodNotAllowed,
  notFound,
  unauthorized,
} from "../errors.ts";
import { audienceOf, canWrite, visibleTo } from "../auth/actor.ts";
import type { Actor } from "../auth/actor.ts";
import type { LakeLog } from "../log.ts";
import { createBodyReaders } from "./body.ts";
import { allowOrigin, preflight } from "./cors.ts";
import type { Ledger } from "./ledger.ts";
import { errorResponse } from "./respond.ts";
import { createRouteTable } from "./route-table.ts";
import type { Entrance, Route, RouteContext } from "./route.ts";

/** What the router gives to every route, apart from the request. */
type Services = Pick<RouteContext, "config" | "documents" | "commit">;

export interface RouterOptions {
  routes: readonly Route[];
  services: Services;
  /** Throws LakeError for credentials that are wrong. */
  authenticate(request: Request, entrance: Entrance): Promise<Actor | null>;
  ledger: Ledger;
  log: LakeLog;
}

/** This lake holds one project and one dataset; whoever asks for another must hear it, not get a wrong answer. */
function checkPlace({ config, params, request }: Pick<RouteContext, "config" | "params" | "request">): void {
  const project = params["project"] ?? request.headers.get("x-sanity-project-id");
  if (project && project !== config.projectId) throw notFound(`Project "${project}" not found`);
  const { dataset } = params;
  if (dataset !== undefined && dataset !== config.dataset)
    throw notFound(`Dataset "${dataset}" not found for project ID "${config.projectId}"`);
}

function authorize({ access = "write" }: Route, actor: Actor | null, isOpen: boolean): void {
  if (access === "public" || (access === "published" && isOpen)) return;
  if (!actor) throw unauthorized();
  if (access === "write" && !canWrite(actor)) throw insufficientPermissions("create");
}

/** Where a request comes from, and whom to count it to. */
export interface Origin {
  entrance: Entrance;
  /** See `RouteContext.callerKey`. */
  callerKey?: string | undefined;
}

/** Drops a body that the client is not going to read: of a response to HEAD, or after the client has left. */
async function withoutUnreadBody(response: Response, request: Request): Promise<Response> {
  if (request.method !== "HEAD" && !request.signal.aborted) return response;
  if (!response.body) return response;
  await response.body.cancel();
  return new Response(null, response);
}

/** Creates the lake's request handler. It never rejects; unexpected errors are logged and become a 500. */
export function createRouter(
  options: RouterOptions,
): (request: Request, origin: Origin) => Promise<Response> {
  const { services, ledger, log } = options;
  const placeOf = createRouteTable(options.routes);
  const bodies = createBodyReaders();

  const dispatch = async (request: Request, { entrance, callerKey = "" }: Origin): Promise<Response> => {
    const url = new URL(request.url);
    const { basePath } = services.config;
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : "";
    const { routes, paramsOf } = placeOf(path);
    const method = (wanted: string): Route | undefined => routes.find((route) => route.method === wanted);
    const route = method(request.method) ?? (request.method === "HEAD" ? method("GET") : undefined);
    if (!route) {
      ledger.record(request.method, url.pathname);
      if (routes.length === 0) throw notFound(`No such path: ${url.pathname}`);
      throw methodNotAllowed(routes.map((one) => one.method));
    }
    const params = paramsOf(route);
    checkPlace({ config: services.config, params, request });
    // Files of assets are everybody's, so a visitor's pictures need not wait for the site to know the visitor.
    const actor = route.versioned === false ? null : await options.authenticate(request, entrance);
    authorize(route, actor, entrance === "process" || services.config.publicRead);
    const kind = entrance === "process" ? "site" : actor ? "known" : "stranger";
    return route.handle({
      ...services,
      readJson: () => bodies[kind].readJson(request),
      request,
      url,
      callerKey,
      params,
      actor,
      entrance,
      authenticate: () => options.authenticate(request, entrance),
      isStranger: kind === "stranger",
      sees: visibleTo(actor),
      audience: audienceOf(actor),
    });
  };

  const respond = async (request: Request, origin: Origin): Promise<Response> => {
    try {
      return await withoutUnreadBody(await dispatch(request, origin), request);
    } catch (error) {
      if (error instanceof LakeError) return errorResponse(error);
      if (request.signal.aborted) return errorResponse(internalError());
      log("error", "The lake failed to answer a request", {
        method: request.method,
        path: new URL(request.url).pathname,
        error,
      });
      return errorResponse(internalError());
    }
  };

  const { origins } = services.config;
  return async (request, origin) =>
    preflight(request, origins) ?? allowOrigin(await respond(request, origin), request, origins);
}
