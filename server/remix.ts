import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { MEASURED } from "../app/platform/measured.ts";
import { SHOWS_DRAFTS } from "../app/platform/preview.server.ts";
import { contentSecurityPolicy, NO_PAGE_POLICY, type CspOptions } from "./csp.ts";
import { limitBody } from "./limit-body.ts";
import { turnedAway } from "./plain.ts";

type Handle = (request: Request) => Promise<Response>;

/** Which hosts a page may use: by its path, and whether it loads Google Analytics. */
type PageCsp = (measured: boolean) => CspOptions;

async function withPolicy(response: Response, csp: PageCsp): Promise<Response> {
  const showsDrafts = response.headers.has(SHOWS_DRAFTS);
  const measured = response.headers.has(MEASURED);
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const headers = new Headers(response.headers);
  headers.delete(SHOWS_DRAFTS);
  headers.delete(MEASURED);
  if (!isPage && !headers.has("content-security-policy"))
    headers.set("content-security-policy", NO_PAGE_POLICY);
  if (!isPage)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  if (showsDrafts) headers.set("x-frame-options", "SAMEORIGIN");
  const html = await response.text();
  headers.set("content-security-policy", contentSecurityPolicy(html, csp(measured), showsDrafts));
  return new Response(html, { status: response.status, statusText: response.statusText, headers });
}

const REFUSALS = { 408: "The request took too long.", 413: "The request is too large." };

/** What the site's own build has besides what every Remix build has (app/entry.server.tsx). */
export interface SiteBuild extends ServerBuild {
  entry: {
    module: ServerBuild["entry"]["module"] & {
      answerWithTags(request: Request, answer: Handle): Promise<Response>;
      /** Finishes what no request waits for. */
      finishWork(): Promise<void>;
    };
  };
}

/**
 * The built site as one function: bodies counted before it, the page's policy computed after it. Its answers say in the
 * header `CACHE_TAGS` what they were made of.
 */
export function createSite(
  build: SiteBuild,
  csp: (pathname: string, measured: boolean) => CspOptions,
): Handle {
  const handle = createRequestHandler(build, "production");
  const { answerWithTags } = build.entry.module;
  return async (request) => {
    const limited = await limitBody(request);
    if (typeof limited === "number")
      return turnedAway(request, limited, REFUSALS[limited], { connection: "close" });
    const { pathname } = new URL(request.url);
    return withPolicy(await answerWithTags(limited, handle), (measured) => csp(pathname, measured));
  };
}
