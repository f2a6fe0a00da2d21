import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { CACHE_TAGS, PRIVATE } from "../app/platform/cache-control.ts";
import { clientAddress, PAGE_CACHE } from "../app/platform/client-address.server.ts";
import type { startJobs } from "../app/platform/jobs.server.ts";
import type { LoadContext } from "../app/platform/load-context.ts";
import type { createServices, Services } from "../app/platform/services.server.ts";
import { contentSecurityPolicy, NO_PAGE_POLICY, type CspOptions } from "./csp.ts";
import { limitBody } from "./limit-body.ts";
import { turnedAway } from "./plain.ts";

type Handle = (request: Request) => Promise<Response>;

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
export function loadContext(services: Services, request: Request): LoadContext {
  const clientIp = clientAddress(request);
  return {
    services,
    clientIp,
    requestId: request.headers.get("x-request-id") ?? "",
    cache: {
      tags: new Set(),
      // A visitor who presses reload does not get past the CDN.
      fresh: clientIp === PAGE_CACHE && request.headers.get("cache-control") === "no-cache",
      drafts: services.preview.allows(request.headers.get("cookie")),
    },
    csp: { analytics: false, scriptHashes: [] },
  };
}

/** Sets the policy of a page, and says in the header `CACHE_TAGS` what it was made of. */
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
  else if (cache.tags.size > 0) headers.set(CACHE_TAGS, [...cache.tags].map(encodeURIComponent).join(" "));
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (isPage) {
    if (showsDrafts) headers.set("x-frame-options", "SAMEORIGIN");
    const options = policy(pathname, csp.analytics);
    headers.set("content-security-policy", contentSecurityPolicy(csp.scriptHashes, options, showsDrafts));
  } else if (!headers.has("content-security-policy")) headers.set("content-security-policy", NO_PAGE_POLICY);
  return new Response(response.body, { status, statusText, headers });
}

const REFUSALS = { 408: "The request took too long.", 413: "The request is too large." };

/**
 * The built site as one function: bodies counted before it, the page's policy set after it. Its answers say in the
 * header `CACHE_TAGS` what they were made of.
 */
export function createSite(build: SiteBuild, services: Services, policy: PageCsp): Handle {
  const handle = createRequestHandler(build, "production");
  return async (request) => {
    const limited = await limitBody(request);
    if (typeof limited === "number")
      return turnedAway(request, limited, REFUSALS[limited], { connection: "close" });
    const context = loadContext(services, limited);
    const { pathname } = new URL(request.url);
    return finished(await handle(limited, context), pathname, context, policy);
  };
}
