import { SITE_HEADER, WRITER, canWrite } from "../auth/actor.ts";
import type { Actor } from "../auth/actor.ts";
import type { SessionWatch } from "../auth/session-watch.ts";
import type { Entrance } from "../auth/session.ts";
import {
  LakeError,
  badRequest,
  diskFull,
  insufficientPermissions,
  internalError,
  methodNotAllowed,
  notFound,
  unauthorized,
} from "../model/errors.ts";
import type { LakeLog } from "../model/errors.ts";
import { audienceOf, NO_PRIVATE_TYPES, visibleTo } from "../model/role.ts";
import type { PrivateTypes } from "../model/role.ts";
import { createBodyReaders } from "./request.ts";
import { allowOrigin, errorResponse, preflight } from "./response.ts";
import type { Route, RouteContext } from "./route.ts";

/** A route of a path. */
interface RouteMatch {
  route: Route;
  /** Returns the named parts of the path, decoded. @throws LakeError 404 */
  params(): Record<string, string>;
}

const VERSION = /^\/v(1|X|\d{4}-\d\d-\d\d)(?=\/)/;

/** Patterns consist of letters, slashes and names, so nothing needs escaping. */
function patternOf({ pattern }: Route): RegExp {
  const path = pattern.replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) =>
    optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`,
  );
  return new RegExp(`^${path}/?$`);
}

function decode(groups: Record<string, string | undefined> | undefined, version: string | undefined) {
  const params: Record<string, string> = version === undefined ? {} : { version };
  try {
    for (const name in groups) {
      const value = groups[name];
      if (value !== undefined) params[name] = decodeURIComponent(value);
    }
  } catch {
    throw notFound("The path is not valid");
  }
  return params;
}

/** Creates a function that finds the routes of a path, for any method. */
function createRouteTable(routes: readonly Route[]): (path: string) => RouteMatch[] {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route) }));
  return (path) => {
    const version = VERSION.exec(path);
    const rest = version ? path.slice(version[0].length) : path;
    return compiled.flatMap(({ route, pattern }) => {
      const match = (route.versioned !== false) === (version !== null) ? pattern.exec(rest) : null;
      return match ? [{ route, params: () => decode(match.groups, version?.[1]) }] : [];
    });
  };
}

/** A request that the lake has no route for. */
export interface LedgerEntry {
  method: string;
  path: string;
  /** ISO 8601. */
  at: string;
}

/** Services of hosted Sanity that a lake does not have, by their paths, and what to do without them. */
const HOSTED: ReadonlyArray<readonly [path: RegExp, message: string]> = [
  [/\/apis\/graphql\b/, "A lake has no GraphQL API. Its queries are GROQ."],
  [/\/hooks\//, "Webhooks of a lake are chosen when it starts (--webhook, --webhooks), not by requests."],
  [/\/access\/|\/invitations\//, "A lake has the tokens of its tokens.json, and no members or invitations."],
  [/\/organizations\b/, "A lake belongs to no organization."],
  [/\/settings\/embeddings\b/, "A lake has no embeddings."],
  [/\/user-applications\b/, "A lake hosts no Studio. `sanity build` makes one for any server."],
  [/\/media-libraries\b/, "A lake has no media library."],
];

const missing = (path: string): string =>
  HOSTED.find(([hosted]) => hosted.test(path))?.[1] ?? `No such path: ${path}`;

const MAX_ENTRIES = 1000;

/** Records requests without a route, so that tests can expect none. Keeps the last thousand. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  record(method: string, path: string): void {
    if (this.entries.length === MAX_ENTRIES) this.entries.shift();
    this.entries.push({ method, path, at: new Date().toISOString() });
  }
}

/** What every route gets besides the request. */
type Services = Pick<RouteContext, "config" | "documents" | "commit">;

export interface RouterOptions {
  routes: readonly Route[];
  services: Services;
  /** Throws a LakeError for wrong credentials. */
  authenticate(request: Request, entrance: Entrance): Promise<Actor | null>;
  /** True for the token of the site's own requests from another process. */
  isSite(token: string): boolean;
  ledger: Ledger;
  log: LakeLog;
  sessions: Pick<SessionWatch, "signalOf">;
  /** Default: none. */
  privateTypes?: PrivateTypes;
}

/** Rejects requests for a project or dataset other than the lake's own. @throws LakeError 404 */
function checkProject({
  config,
  params,
  request,
}: Pick<RouteContext, "config" | "params" | "request">): void {
  const project = params["project"] ?? request.headers.get("x-sanity-project-id");
  if (project && project !== config.projectId) throw notFound(`Project "${project}" not found`);
  const { dataset } = params;
  if (dataset !== undefined && dataset !== config.dataset)
    throw notFound(`Dataset "${dataset}" not found for project ID "${config.projectId}"`);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** As hosted, a version is a date up to today, in any time zone. @throws LakeError 400 */
function checkVersion({ version }: Readonly<Record<string, string>>): void {
  if (version === undefined || version === "1" || version === "X") return;
  if (!(Date.parse(version) <= Date.now() + DAY_MS))
    throw badRequest(`Invalid API version "v${version}": use a date up to today`);
}

function authorize({ access = "write" }: Route, actor: Actor | null, isOpen: boolean): void {
  if (access === "public" || (access === "published" && isOpen)) return;
  if (!actor) throw unauthorized();
  if (access === "write" && !canWrite(actor)) throw insufficientPermissions("create");
  if (access === "operate" && actor.id !== WRITER.id) throw insufficientPermissions("manage");
}

/** Where a request comes from. */
export interface RequestSource {
  entrance: Entrance;
  /** See `RouteContext.callerKey`. */
  callerKey?: string | undefined;
  /** The sender ends its streams itself when the session ends. */
  endsOwnStreams?: boolean;
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
): (request: Request, source: RequestSource) => Promise<Response> {
  const { services, ledger, log, privateTypes = NO_PRIVATE_TYPES } = options;
  const matchRoute = createRouteTable(options.routes);
  const bodies = createBodyReaders();

  const dispatch = async (
    request: Request,
    { entrance: source, callerKey = "", endsOwnStreams = false }: RequestSource,
  ): Promise<Response> => {
    const url = new URL(request.url);
    const { basePath } = services.config;
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : "";
    const matches = matchRoute(path);
    const method = (wanted: string) => matches.find(({ route }) => route.method === wanted);
    const match = method(request.method) ?? (request.method === "HEAD" ? method("GET") : undefined);
    if (!match) {
      ledger.record(request.method, url.pathname);
      if (matches.length === 0) throw notFound(missing(url.pathname));
      throw methodNotAllowed(matches.map(({ route }) => route.method));
    }
    const { route } = match;
    const params = match.params();
    checkVersion(params);
    checkProject({ config: services.config, params, request });
    const siteToken = request.headers.get(SITE_HEADER);
    if (siteToken !== null && !options.isSite(siteToken)) throw unauthorized();
    const entrance = siteToken === null ? source : "process";
    const authenticate = () => options.authenticate(request, entrance);
    // Asset bytes are public, so serving them does not wait for the site's session.
    const actor = route.versioned === false ? null : await authenticate();
    authorize(route, actor, entrance === "process" || services.config.publicRead);
    const kind = entrance === "process" ? "site" : actor ? "known" : "stranger";
    return route.handle({
      ...services,
      readJson: () => bodies[kind](request),
      request,
      url,
      callerKey,
      params,
      actor,
      entrance,
      authenticate,
      isStranger: kind === "stranger",
      streamSignal: () =>
        actor?.by === "session" && !endsOwnStreams
          ? options.sessions.signalOf(request.signal, async () => {
              const now = await options.authenticate(request, entrance);
              return now !== null && audienceOf(now) === audienceOf(actor);
            })
          : request.signal,
      // The site decides itself what it shows of private types.
      sees: visibleTo(actor, kind === "site" && !actor ? NO_PRIVATE_TYPES : privateTypes),
      audience: audienceOf(actor),
    });
  };

  const respond = async (request: Request, source: RequestSource): Promise<Response> => {
    try {
      return await withoutUnreadBody(await dispatch(request, source), request);
    } catch (error) {
      if (error instanceof LakeError) return errorResponse(error);
      if (request.signal.aborted) return errorResponse(internalError());
      log("error", "The lake failed to answer a request", {
        method: request.method,
        path: new URL(request.url).pathname,
        error,
      });
      return errorResponse(diskFull(error) ?? internalError());
    }
  };

  const { origins } = services.config;
  return async (request, source) =>
    preflight(request, origins) ?? allowOrigin(await respond(request, source), request, origins);
}
