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
import type { LakeRequest } from "./request.ts";
import { errorAnswer } from "./respond.ts";
import type { Answer } from "./respond.ts";
import { createRouteTable } from "./route-table.ts";
import type { Entrance, Route, RouteContext } from "./route.ts";

/** What the router gives to every route, apart from the request. */
type Services = Pick<RouteContext, "config" | "documents" | "commit">;

export interface RouterOptions {
  routes: readonly Route[];
  services: Services;
  /** Throws LakeError for credentials that are wrong. */
  authenticate(request: LakeRequest, entrance: Entrance): Promise<Actor | null>;
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

/** Makes the lake's one request handler. It always answers; an unexpected error is logged and answered with 500. */
export function createRouter(
  options: RouterOptions,
): (request: LakeRequest, entrance: Entrance) => Promise<Answer> {
  const { services, ledger, log } = options;
  const placeOf = createRouteTable(options.routes);
  const bodies = createBodyReaders();

  const dispatch = async (request: LakeRequest, entrance: Entrance): Promise<Answer> => {
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
      params,
      actor,
      entrance,
      authenticate: () => options.authenticate(request, entrance),
      isStranger: kind === "stranger",
      sees: visibleTo(actor),
      audience: audienceOf(actor),
    });
  };

  const answer = async (request: LakeRequest, entrance: Entrance): Promise<Answer> => {
    try {
      return await dispatch(request, entrance);
    } catch (error) {
      if (error instanceof LakeError) return errorAnswer(error);
      if (request.signal.aborted) return errorAnswer(internalError());
      log("error", "The lake failed to answer a request", {
        method: request.method,
        path: new URL(request.url).pathname,
        error,
      });
      return errorAnswer(internalError());
    }
  };

  const { origins } = services.config;
  return async (request, entrance) =>
    preflight(request, origins) ?? allowOrigin(await answer(request, entrance), request, origins);
}
