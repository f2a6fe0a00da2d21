import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { startJobs } from "../app/jobs.server.ts";
import { PRIVATE } from "../app/platform/cache-control.ts";
import { callerKeyOf } from "../app/platform/caller-key.ts";
import type { LoadContext, createServices, Services } from "../app/services.server.ts";
import type { Admission } from "./admission.ts";
import { bodyLimit, type ReceiveBody } from "./body-limits.ts";
import { BUSY, BUSY_RETRY_AFTER, errorResponse, withErrorPage } from "./error-responses.ts";
import { contentSecurityPolicy, type cspOptions, NO_PAGE_POLICY } from "./security-headers.ts";

/** The page cache's own `clientIp`: it renders for nobody in particular. */
export const PAGE_CACHE = "page-cache";

export interface Caller {
  /** IP address, or `PAGE_CACHE`. */
  clientIp: string;
  requestId: string;
  /** True to read content past the content store's CDN. */
  fresh?: boolean;
  /** Whose share of concurrent work the request takes; undefined for none. */
  shareKey?: string | undefined;
}

/** Handles a request of the site; `tags` name the content that the response shows. */
export type Site = (
  request: Request,
  caller: Caller,
) => Promise<{ response: Response; tags: ReadonlySet<string> }>;

/** A Remix build with the exports of app/entry.server.tsx. */
export interface SiteBuild extends ServerBuild {
  entry: {
    module: ServerBuild["entry"]["module"] & {
      createServices: typeof createServices;
      startJobs: typeof startJobs;
    };
  };
}

/** Returns the context of a request's loaders, actions and rendering. */
export async function loadContext(
  services: Services,
  request: Request,
  { clientIp, requestId, fresh = false }: Caller,
): Promise<LoadContext> {
  const { preview } = services;
  const asked = preview.perspectiveOf(request.headers.get("cookie"));
  const perspective = asked && (await preview.isAllowed(request)) ? asked : null;
  return {
    services,
    callerKey: callerKeyOf(clientIp),
    requestId,
    cache: { tags: new Set(), fresh, perspective },
    csp: { analytics: false, scriptHashes: [], styleHashes: [] },
  };
}

/** Sets the content security policy where the response has none. A page with drafts is private and may be framed by the Studio. */
function withPolicy(
  response: Response,
  pathname: string,
  { cache, csp }: LoadContext,
  pageCsp: ReturnType<typeof cspOptions>,
): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  const showsDrafts = cache.perspective !== null && cache.tags.size > 0;
  if (showsDrafts) headers.set("cache-control", PRIVATE);
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (isPage && !headers.has("content-security-policy")) {
    if (showsDrafts) headers.set("x-frame-options", "SAMEORIGIN");
    const options = pageCsp(pathname, csp.analytics);
    headers.set("content-security-policy", contentSecurityPolicy(csp, options, showsDrafts));
  } else if (!headers.has("content-security-policy")) headers.set("content-security-policy", NO_PAGE_POLICY);
  return new Response(response.body, { status, statusText, headers });
}

/** Ends a preview whose session has ended, so that the browser gets pages from the cache again. */
function endPreview(headers: Headers, preview: Services["preview"]): void {
  headers.set("cache-control", PRIVATE);
  headers.append("set-cookie", preview.end());
}

const BODY_ERRORS = { 408: "The request took too long.", 413: "The request is too large.", 503: BUSY };

/** Wraps the built site: limits the body and concurrent work before it, sets the page's policy after it. */
export function createSite(
  build: SiteBuild,
  services: Services,
  pageCsp: ReturnType<typeof cspOptions>,
  admission: Pick<Admission, "run">,
  receiveBody: ReceiveBody,
): Site {
  const handle = createRequestHandler(build, "production");
  return async (request, caller) => {
    const context = await loadContext(services, request, caller);
    const { pathname } = new URL(request.url);
    // What may take minutes to arrive has places of its own.
    const isStreamed = request.body !== null && bodyLimit(pathname).how !== "read";
    const response = await receiveBody(request, context.callerKey, (limited) =>
      isStreamed ? handle(limited, context) : admission.run(() => handle(limited, context), caller.shareKey),
    );
    if (typeof response === "number") {
      const headers = {
        connection: "close",
        ...(response === 503 ? { "retry-after": BUSY_RETRY_AFTER } : {}),
      };
      return { response: errorResponse(request, response, BODY_ERRORS[response], headers), tags: new Set() };
    }
    // The page cache serves programs too: no error pages for browsers in it.
    const isForAll = caller.clientIp === PAGE_CACHE;
    const shown = isForAll ? response : await withErrorPage(request, response);
    const answer = withPolicy(shown, pathname, context, pageCsp);
    if (!context.cache.perspective && services.preview.perspectiveOf(request.headers.get("cookie")))
      endPreview(answer.headers, services.preview);
    return { response: answer, tags: context.cache.tags };
  };
}
