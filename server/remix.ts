import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { PRIVATE } from "../app/platform/cache-control.ts";
import type { startJobs } from "../app/platform/jobs.server.ts";
import type { LoadContext } from "../app/platform/load-context.ts";
import type { createServices, Services } from "../app/platform/services.server.ts";
import { shareKeyOf } from "../app/platform/share-key.ts";
import type { Admission } from "./admission.ts";
import { bodyLimit } from "./body-limits.ts";
import { createCallerShares } from "./caller-shares.ts";
import { contentSecurityPolicy, NO_PAGE_POLICY, type CspOptions } from "./csp.ts";
import { limitBody } from "./limit-body.ts";
import { BUSY, BUSY_RETRY_AFTER, turnedAway } from "./plain.ts";

/** The page cache as a caller: it asks for nobody in particular. */
export const PAGE_CACHE = "page-cache";

/** Who asks. */
export interface Caller {
  /** Network address, or `PAGE_CACHE`. */
  clientIp: string;
  requestId: string;
  /** True when the answer has to be newer than any cache of the content store. */
  fresh?: boolean;
}

/** Answers a request of the site; `tags` name the content that the answer was made of. */
export type Site = (
  request: Request,
  caller: Caller,
) => Promise<{ response: Response; tags: ReadonlySet<string> }>;

/** Which hosts a page may use: by its path, and whether it loads Google Analytics. */
type PageCsp = (pathname: string, analytics: boolean) => CspOptions;

/** What the site's own build has besides what every Remix build has (app/entry.server.tsx). */
export interface SiteBuild extends ServerBuild {
  entry: {
    module: ServerBuild["entry"]["module"] & {
      createServices: typeof createServices;
      startJobs: typeof startJobs;
    };
  };
}

/** What a request's loaders, actions and rendering get. */
export function loadContext(
  services: Services,
  request: Request,
  { clientIp, requestId, fresh = false }: Caller,
): LoadContext {
  return {
    services,
    callerKey: shareKeyOf(clientIp),
    requestId,
    cache: { tags: new Set(), fresh, drafts: services.preview.allows(request.headers.get("cookie")) },
    csp: { analytics: false, scriptHashes: [] },
  };
}

/** Sets the policy of a page. What shows drafts is private. */
function finished(
  response: Response,
  pathname: string,
  { cache, csp }: LoadContext,
  policy: PageCsp,
): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  const showsDrafts = cache.drafts && cache.tags.size > 0;
  if (showsDrafts) headers.set("cache-control", PRIVATE);
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (isPage) {
    if (showsDrafts) headers.set("x-frame-options", "SAMEORIGIN");
    const options = policy(pathname, csp.analytics);
    headers.set("content-security-policy", contentSecurityPolicy(csp.scriptHashes, options, showsDrafts));
  } else if (!headers.has("content-security-policy")) headers.set("content-security-policy", NO_PAGE_POLICY);
  return new Response(response.body, { status, statusText, headers });
}

const REFUSALS = { 408: "The request took too long.", 413: "The request is too large." };

/** The built site as one function: bodies counted and callers taking turns before it, the page's policy set after it. */
export function createSite(
  build: SiteBuild,
  services: Services,
  policy: PageCsp,
  admission: Pick<Admission, "run">,
): Site {
  const handle = createRequestHandler(build, "production");
  const shares = createCallerShares();
  return async (request, caller) => {
    const context = loadContext(services, request, caller);
    const { callerKey } = context;
    // Pages of the cache are for everybody; how many are made at once is for `admission` to say.
    if (caller.clientIp !== PAGE_CACHE && shares.refuses(callerKey)) {
      const headers = { connection: "close", "retry-after": BUSY_RETRY_AFTER };
      return { response: turnedAway(request, 503, BUSY, headers), tags: new Set() };
    }
    const limited = await limitBody(request);
    if (typeof limited === "number") {
      const headers = { connection: "close" };
      return { response: turnedAway(request, limited, REFUSALS[limited], headers), tags: new Set() };
    }
    const { pathname } = new URL(request.url);
    const answer = () => admission.run(() => handle(limited, context));
    // Files on a slow line are still on their way here: they take no place in their sender's share.
    const { streamed } = bodyLimit(pathname);
    const response = await (streamed ? answer() : shares.run(callerKey, answer));
    return { response: finished(response, pathname, context, policy), tags: context.cache.tags };
  };
}
