import {
  LakeError,
  insufficientPermissions,
  internalError,
  methodNotAllowed,
  notFound,
  unauthorized,
} from "../errors.ts";
import { canWrite, visibleTo } from "../auth/actor.ts";
import type { Actor } from "../auth/actor.ts";
import type { LakeLog } from "../log.ts";
import { allowOrigin, preflight } from "./cors.ts";
import type { Ledger } from "./ledger.ts";
import { errorResponse } from "./respond.ts";
import type { Route, RouteContext } from "./route.ts";

/** What the router gives to every route, apart from the request. */
type Services = Pick<RouteContext, "config" | "documents" | "commit">;

export interface RouterOptions {
  routes: readonly Route[];
  services: Services;
  /** Throws LakeError for credentials that are wrong. */
  authenticate(request: Request): Promise<Actor | null>;
  ledger: Ledger;
  log: LakeLog;
}

interface CompiledRoute {
  route: Route;
  pattern: RegExp;
}

const VERSION = String.raw`/v(?<version>1|X|\d{4}-\d\d-\d\d)`;

function compile(route: Route): CompiledRoute {
  // Patterns hold letters, slashes and names only, so nothing in them needs escaping.
  const path = route.pattern.replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) =>
    optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`,
  );
  return { route, pattern: new RegExp(`^${route.versioned === false ? "" : VERSION}${path}/?$`) };
}

function decodeParams(groups: Record<string, string | undefined> | undefined): Record<string, string> {
  try {
    const given = Object.entries(groups ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return Object.fromEntries(given.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw notFound("The path is not valid");
  }
}

/** This lake holds one project and one dataset; whoever asks for another must hear it, not get a wrong answer. */
function checkPlace({ config, params, request }: Pick<RouteContext, "config" | "params" | "request">): void {
  const project = params["project"] ?? request.headers.get("x-sanity-project-id");
  if (project && project !== config.projectId) throw notFound(`Project "${project}" not found`);
  const { dataset } = params;
  if (dataset !== undefined && dataset !== config.dataset)
    throw notFound(`Dataset "${dataset}" not found for project ID "${config.projectId}"`);
}

function authorize(route: Route, actor: Actor | null): void {
  if (route.auth === "none") return;
  if (!actor) throw unauthorized();
  if (route.auth === "write" && !canWrite(actor)) throw insufficientPermissions("create");
}

/** Makes the lake's one request handler. It always answers; what goes wrong inside is logged and told as 500. */
export function createRouter(options: RouterOptions): (request: Request) => Promise<Response> {
  const { services, ledger, log } = options;
  const compiled = options.routes.map(compile);

  const dispatch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const { basePath } = services.config;
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : "";
    const matching = compiled.filter(({ pattern }) => pattern.test(path));
    const found =
      matching.find(({ route }) => route.method === request.method) ??
      (request.method === "HEAD" ? matching.find(({ route }) => route.method === "GET") : undefined);
    if (!found) {
      ledger.record(request.method, url.pathname);
      if (matching.length === 0) throw notFound(`No such path: ${url.pathname}`);
      throw methodNotAllowed(matching.map(({ route }) => route.method));
    }
    const params = decodeParams(found.pattern.exec(path)?.groups);
    checkPlace({ config: services.config, params, request });
    // Files of assets are everybody's, so a visitor's pictures need not wait for the site to know the visitor.
    const actor = found.route.versioned === false ? null : await options.authenticate(request);
    authorize(found.route, actor);
    return found.route.handle({ ...services, request, url, params, actor, sees: visibleTo(actor) });
  };

  const answer = async (request: Request): Promise<Response> => {
    try {
      return await dispatch(request);
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
  return async (request) =>
    preflight(request, origins) ?? allowOrigin(await answer(request), request, origins);
}
