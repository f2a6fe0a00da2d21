import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { isPublicPage } from "./model/page-slug.ts";
import { createYield } from "./platform/event-loop.server.ts";
import { inlineHash } from "./platform/inline-hash.server.ts";
import { redactPath } from "./platform/log.server.ts";
import { ScriptNonce } from "./site/inline-script.tsx";
import { hashMarkedScripts, newScriptNonce } from "./site/script-hashes.server.ts";
import type { SiteData } from "./site/site-data.ts";

/** For the server: it creates the services once, passes them to every request as `context.services`, and starts the jobs. */
export { createServices } from "./services.server.ts";
export { startJobs } from "./jobs.server.ts";

/** Renders begin one at a time, so that pages from memory are sent in between. */
const yieldToOthers = createYield();

/** A page that takes longer to render is an error. */
const RENDER_TIMEOUT_MS = 10_000;

/** After this time, in ms, Remix rejects promises that a loader returned. React cannot hydrate a page with a rejected one. */
export const streamTimeout = 8_000;

const siteOf = ({ staticHandlerContext }: EntryContext) =>
  staticHandlerContext.loaderData["root"] as Partial<SiteData> | undefined;

/**
 * Renders the whole page before the response starts: its content security policy lists the hashes of its inline scripts, and
 * the page cache stores complete pages.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { services, csp }: AppLoadContext,
): Promise<Response> {
  await yieldToOthers();
  const nonce = newScriptNonce();
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const page = (
      <ScriptNonce.Provider value={nonce}>
        <RemixServer context={context} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={nonce} />
      </ScriptNonce.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // The page is sent whole, so no part of it needs a script to put it in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        headers.set("Content-Type", "text/html; charset=utf-8");
        if (finalStatus >= 400) headers.set("Cache-Control", "no-store");
        const site = siteOf(context);
        // The site's settings or the environment name a Google Analytics account (app/root.tsx).
        const { pathname } = context.staticHandlerContext.location;
        csp.analytics = Boolean(site?.measurementId) && isPublicPage(pathname);
        csp.styleHashes = site?.style ? [inlineHash(site.style)] : [];
        text(pipe(new PassThrough())).then((marked) => {
          const { html, scriptHashes } = hashMarkedScripts(insideBody(marked), nonce);
          csp.scriptHashes = scriptHashes;
          resolve(new Response(html, { status: finalStatus, headers }));
        }, reject);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        finalStatus = 500;
        logError(services.log, error, request);
      },
    });
    const timer = setTimeout(() => abort(new Error("The page took too long to render.")), RENDER_TIMEOUT_MS);
  });
}

const END = "</body></html>";

/**
 * Returns the page with Remix's data scripts where browsers put them: at the end of the body. React writes them, between comments
 * for its own client, after the end of the document. They have no `<` of their own, because Remix escapes it.
 */
function insideBody(html: string): string {
  const at = html.lastIndexOf(END);
  if (at === -1) return html;
  const scripts = html.slice(at + END.length).replaceAll(/<!--\/?\$-->/g, "");
  return html.slice(0, at) + scripts + END;
}

/**
 * Logs an error that a loader, an action or a component did not throw on purpose. Not logged: an aborted request, and what Remix
 * rejects itself (a method that a page does not have), whose status is in the request log.
 */
function logError(log: AppLoadContext["services"]["log"], error: unknown, request: Request): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const path = redactPath(new URL(request.url).pathname);
  log.error({ err: error, method: request.method, path }, "page failed");
}

/** Remix calls this for every error of a loader or an action. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  logError(context.services.log, error, request);
}
