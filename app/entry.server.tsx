import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { withLateScripts } from "./layout/late/late-scripts.ts";
import { carriesSpeculationRules, speculationRules } from "./layout/late/speculation-rules.ts";
import { hashMarkedScripts, newScriptNonce, scriptHash } from "./layout/script-hashes.server.ts";
import { ScriptNonce } from "./layout/script-nonce.ts";
import type { SiteData } from "./layout/site-data.ts";

/** The server makes the services once, hands them to every request as `context.services`, and starts the jobs. */
export { createServices } from "./platform/services.server.ts";
export { startJobs } from "./platform/jobs.server.ts";

/** Milliseconds a page may take to render before it is given up as an error. */
const RENDER_TIMEOUT = 10_000;

/** The dashboard is a tool, and does nothing before its scripts; every other page is there to be seen first. */
function needsScriptsAtOnce(request: Request): boolean {
  return /^\/admin(?:\/|$)/i.test(new URL(request.url).pathname);
}

/** Whether the site's settings or the environment name a Google Analytics account (app/root.tsx). */
function isMeasured({ staticHandlerContext }: EntryContext): boolean {
  const root = staticHandlerContext.loaderData["root"] as Partial<SiteData> | undefined;
  return Boolean(root?.measurementId);
}

/**
 * Renders the whole page before answering: the hashes of its inline scripts stand in its content security policy, and the
 * page cache keeps the bytes, so both need the end of it first.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { services, csp }: AppLoadContext,
): Promise<Response> {
  const nonce = newScriptNonce();
  const finished = (marked: string): string => {
    const { html, scriptHashes } = hashMarkedScripts(marked, nonce);
    const atOnce = needsScriptsAtOnce(request);
    const rules = !atOnce && carriesSpeculationRules(headers);
    csp.scriptHashes = rules ? [...scriptHashes, scriptHash(speculationRules)] : scriptHashes;
    return atOnce ? html : withLateScripts(html, { rules });
  };
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const page = (
      <ScriptNonce.Provider value={nonce}>
        <RemixServer context={context} url={request.url} abortDelay={RENDER_TIMEOUT} nonce={nonce} />
      </ScriptNonce.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Everything is there when it is sent, so nothing is put off to a script, however large it is.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        headers.set("Content-Type", "text/html; charset=utf-8");
        if (finalStatus >= 400) headers.set("Cache-Control", "no-store");
        csp.analytics = isMeasured(context);
        text(pipe(new PassThrough())).then(
          (html) => resolve(new Response(finished(html), { status: finalStatus, headers })),
          reject,
        );
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
    const timer = setTimeout(() => abort(new Error("The page took too long to render.")), RENDER_TIMEOUT);
  });
}

/**
 * Logs an error that a loader, an action or a component did not throw on purpose. A visitor who left is not an error, and neither
 * is what Remix itself refuses (a method that a page does not have): the line of the request tells its status.
 */
function logError(log: AppLoadContext["services"]["log"], error: unknown, request: Request): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  log.error({ err: error, method: request.method, path: new URL(request.url).pathname }, "page failed");
}

/** Remix calls this for every error of a loader or an action. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  logError(context.services.log, error, request);
}
