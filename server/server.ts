import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createRequestListener as createFetchListener } from "@remix-run/node-fetch-server";
import type { Lake } from "lakelet";
import { drainUnreadBody, limitReadTime } from "lakelet/node";
import type { Logger } from "pino";
import { callerKeyOf } from "../app/platform/caller-key.ts";
import type { Admission } from "./admission.ts";
import { BUSY, BUSY_RETRY_AFTER, sendError } from "./error-responses.ts";
import { pathOf } from "./guards.ts";
import { sendHealth, sendReadiness, type Readiness } from "./health.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { isRead } from "./page-cache/page.ts";
import { sendEncoded } from "./page-cache/page.ts";
import { isPublicPath } from "./page-cache/policy.ts";
import type { Site } from "./remix.ts";
import type { EventStreams, Stopping } from "./shutdown.ts";
import type { StaticFiles } from "./static-files.ts";
import { WEBHOOK_PATH } from "./webhook.ts";

export interface ServerOptions {
  /** Public origin: every Request's URL begins with it, whatever the Host header says. */
  origin: string;
  /** True behind a proxy that appends the caller to X-Forwarded-For. */
  trustProxy: boolean;
  /** The browser's build, and that of builds before it. */
  files: StaticFiles;
  /** Handles reads of `/studio` and below. */
  studio: RequestListener;
  site: Site;
  lake: Pick<Lake, "answer"> | null;
  webhook: (request: Request, callerKey: string) => Promise<Response>;
  metrics: RequestListener;
  missingServices: Readiness;
  pages: Pick<PageCache, "handle" | "has" | "failing">;
  admission: Admission;
  streams: Pick<EventStreams, "watch">;
  stopping: Readonly<Stopping>;
  log: Logger;
}

function sendBusy(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("retry-after", BUSY_RETRY_AFTER);
  if (request.headers["transfer-encoding"] || Number(request.headers["content-length"] ?? 0) > 0)
    response.setHeader("connection", "close");
  sendError(response, 503, BUSY);
}

/** Returns the caller's IP address: of a trusted proxy's list the entry that it appended, those before it are the caller's own. */
function ipOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || (socket.remoteAddress ?? "");
}

/** Host and caller are known without these headers, which a proxy may pass on as the caller wrote them. Remix would believe them. */
function dropForwarded({ headers }: Request): void {
  for (const name of Array.from(headers.keys()))
    if (name === "forwarded" || name.startsWith("x-forwarded-")) headers.delete(name);
}

type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Promise<Response>,
) => void;

/** Returns a function that handles a request of node:http by one of fetch. */
function respondAs(origin: string, log: Logger): Respond {
  const { host, protocol } = new URL(origin);
  const onError = (error: unknown): void => {
    // The caller disconnected while sending a form.
    if (error instanceof DOMException && error.name === "AbortError") log.info("the client disconnected");
    else log.error({ err: error }, "request failed");
  };
  return (request, response, handle) =>
    createFetchListener((webRequest) => handle(webRequest), { host, protocol, onError })(request, response);
}

/** Handles public pages by the page cache and everything else by Remix. */
function handleSite(options: ServerOptions, respond: Respond): RequestListener {
  const { site, pages, admission, trustProxy } = options;
  return (request, response) => {
    const requestId = String(response.getHeader("x-request-id"));
    const clientIp = ipOf(request, trustProxy);
    const callerKey = callerKeyOf(clientIp);
    const handleByRemix = () =>
      respond(request, response, async (webRequest) => {
        dropForwarded(webRequest);
        return (await site(webRequest, { clientIp, requestId, shareKey: callerKey })).response;
      });
    const isPublic = isPublicPath(pathOf(request));
    if (!(isPublic && pages.has(request)) && admission.rejects(callerKey)) return sendBusy(request, response);
    if (isPublic) pages.handle(request, response, callerKey, handleByRemix);
    else handleByRemix();
  };
}

/** Handles `/lake`. Only GETs count as running work: a slow sender would take a place for nothing. */
function handleLake(
  lake: Pick<Lake, "answer">,
  { admission, trustProxy }: ServerOptions,
  respond: Respond,
): RequestListener {
  return (request, response) => {
    if (admission.rejects()) return sendBusy(request, response);
    const caller = { callerKey: callerKeyOf(ipOf(request, trustProxy)) };
    respond(request, response, async (webRequest) => {
      const answer = () => lake.answer(webRequest, caller);
      const answered = await (request.method === "GET" ? admission.run(answer) : answer());
      limitReadTime(response);
      return answered;
    });
  };
}

/** Returns the handler of what page cache and guards let through, its parts in the order in which a request meets them. */
export function createHandler(options: ServerOptions): RequestListener {
  const { files, lake, pages, streams, stopping, missingServices, trustProxy, webhook } = options;
  const respond = respondAs(options.origin, options.log);
  const exact = new Map<string, RequestListener>([
    ["/healthz", (_request, response) => sendHealth(response, stopping)],
    [
      "/readyz",
      (_request, response) => void sendReadiness(response, missingServices, pages.failing, stopping),
    ],
    ["/metrics", options.metrics],
    [
      WEBHOOK_PATH,
      (request, response) =>
        respond(request, response, (webRequest) =>
          webhook(webRequest, callerKeyOf(ipOf(request, trustProxy))),
        ),
    ],
  ]);
  const handleByLake = lake && handleLake(lake, options, respond);
  const handleBySite = handleSite(options, respond);
  return (request, response) => {
    drainUnreadBody(request, response);
    streams.watch(request, response);
    const path = pathOf(request);
    const isBelow = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
    const handle = exact.get(path) ?? (isBelow("/lake") ? handleByLake : null);
    if (handle) return handle(request, response);
    const file = isRead(request) ? files.get(path) : undefined;
    if (file) return sendEncoded(request, response, file);
    if (isRead(request) && isBelow("/studio")) return options.studio(request, response);
    if (isRead(request) && isBelow("/assets")) return sendError(response, 404, "Not found.");
    handleBySite(request, response);
  };
}
