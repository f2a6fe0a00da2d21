import type { IncomingMessage, Server, ServerResponse } from "node:http";
import underPressure from "@fastify/under-pressure";
import { createRequest, createRequestListener as createFetchListener } from "@remix-run/node-fetch-server";
import type { Lake } from "lakelet";
import { drainUnreadBody, limitReadTime } from "lakelet/node";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from "fastify";
import type { Logger } from "pino";
import { callerKeyOf } from "../app/platform/caller-key.ts";
import type { Admission } from "./admission.ts";
import { BUSY, BUSY_RETRY_AFTER, sendError, sendInternalError } from "./error-responses.ts";
import { METHODS } from "./guards.ts";
import { sendHealth, sendReadiness } from "./health.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { isPublicPath } from "./page-cache/policy.ts";
import type { Site } from "./remix.ts";
import type { createRequestListener } from "./request-listener.ts";
import type { EventStreams, Stopping } from "./shutdown.ts";
import { serveBrowserBuild } from "./static-files.ts";
import { serveStudio } from "./studio.ts";
import { WEBHOOK_PATH } from "./webhook.ts";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;
type RawHandler = (request: IncomingMessage, response: ServerResponse, ip: string) => void;

export interface ServerOptions {
  /** Already listening; Fastify handles its requests from then on. */
  http: Server;
  listener: ReturnType<typeof createRequestListener>;
  /** Public origin: every Request's URL begins with it, whatever the Host header says. */
  origin: string;
  /** True behind a proxy that appends the caller to X-Forwarded-For. */
  trustProxy: boolean;
  clientDir: string;
  studioDir: string;
  /** Origin of hosted Sanity's API, or null. */
  hostedApi: string | null;
  site: Site;
  lake: Pick<Lake, "answer"> | null;
  webhook: NodeHandler;
  metrics: NodeHandler;
  /** True when content can be read. */
  isReady: () => Promise<boolean>;
  pages: Pick<PageCache, "handle" | "has" | "failing">;
  admission: Admission;
  streams: Pick<EventStreams, "watch">;
  stopping: Readonly<Stopping>;
  log: Logger;
}

const ANY = { method: [...METHODS] as HTTPMethods[], url: "*" };
/** Mean delay of the event loop above which it counts as busy, in ms. */
const MAX_EVENT_LOOP_DELAY_MS = 500;

function sendBusy(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("retry-after", BUSY_RETRY_AFTER);
  if (request.headers["transfer-encoding"] || Number(request.headers["content-length"] ?? 0) > 0)
    response.setHeader("connection", "close");
  sendError(response, 503, BUSY);
}

/** Without a trusted proxy forwarded headers are the caller's own, and Remix would believe X-Forwarded-Host. */
function dropForwarded({ headers }: Request): void {
  for (const name of Array.from(headers.keys()))
    if (name === "forwarded" || name.startsWith("x-forwarded-")) headers.delete(name);
}

/** Handles public pages by the page cache and everything else by Remix. */
function handleSite({ site, pages, admission, origin, trustProxy, log }: ServerOptions): RawHandler {
  const onError = (error: unknown): void => {
    // The caller disconnected while sending a form.
    if (error instanceof DOMException && error.name === "AbortError") log.info("the client disconnected");
    else log.error({ err: error }, "request failed");
  };
  const { host, protocol } = new URL(origin);
  return (request, response, clientIp) => {
    const requestId = String(response.getHeader("x-request-id"));
    const callerKey = callerKeyOf(clientIp);
    const handleByRemix = createFetchListener(
      async (webRequest) => {
        if (!trustProxy) dropForwarded(webRequest);
        return (await site(webRequest, { clientIp, requestId, shareKey: callerKey })).response;
      },
      { host, protocol, onError },
    );
    const isPublic = isPublicPath(request.url?.split("?", 1)[0] ?? "/");
    if (!(isPublic && pages.has(request)) && admission.rejects(callerKey)) return sendBusy(request, response);
    if (isPublic) pages.handle(request, response, callerKey, () => handleByRemix(request, response));
    else handleByRemix(request, response);
  };
}

/** Handles `/lake`. Only GETs count as running work: a slow sender would take a place for nothing. */
function handleLake(lake: Pick<Lake, "answer">, { admission, origin }: ServerOptions) {
  const { host, protocol } = new URL(origin);
  return async ({ raw: message, ip }: FastifyRequest, reply: FastifyReply): Promise<Response | void> => {
    if (admission.rejects()) {
      reply.hijack();
      return sendBusy(message, reply.raw);
    }
    const request = createRequest(message, reply.raw, { host, protocol });
    const answer = () => lake.answer(request, { callerKey: callerKeyOf(ip) });
    const response = await (request.method === "GET" ? admission.run(answer) : answer());
    limitReadTime(reply.raw);
    return response;
  };
}

/** Turns a handler of node:http into one of Fastify. */
function raw(handle: RawHandler, log: Logger) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    try {
      handle(request.raw, reply.raw, request.ip);
    } catch (error) {
      log.error({ err: error }, "request failed");
      sendInternalError(reply.raw);
    }
  };
}

/**
 * Creates the Fastify server, its plugins and routes in the order in which a request meets them. Fastify parses no bodies:
 * Remix, lake, uploads and webhooks read and limit their own.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { http, listener, lake, streams, log } = options;
  let listen: NodeHandler | null = null;
  const app: FastifyInstance = Fastify<Server>({
    serverFactory: (fastify) => {
      listen = listener(fastify);
      return http;
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // The entry that the proxy appended; the ones before it are written by the caller.
    trustProxy: options.trustProxy && ((_address, hop) => hop === 0),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  // It only measures: `admission` decides what is rejected.
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: () => {},
  });
  app.addHook("onRequest", async ({ raw: request }, reply) => {
    drainUnreadBody(request, reply.raw);
    streams.watch(request, reply.raw);
  });
  app.setErrorHandler((error, _request, reply) => {
    reply.hijack();
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, "request failed");
    if (status >= 500) sendInternalError(reply.raw);
    else sendError(reply.raw, status, "The request is not valid.");
  });
  app.setNotFoundHandler(raw((_request, response) => sendError(response, 404, "Not found."), log));

  const route = (url: string, handle: RawHandler) => app.route({ ...ANY, url, handler: raw(handle, log) });
  route("/healthz", (_request, response) => sendHealth(response, options.stopping));
  route(
    "/readyz",
    (_request, response) =>
      void sendReadiness(response, options.isReady, options.pages.failing, options.stopping),
  );
  route("/metrics", options.metrics);
  route(WEBHOOK_PATH, options.webhook);
  if (lake)
    for (const url of ["/lake", "/lake/*"]) app.route({ ...ANY, url, handler: handleLake(lake, options) });
  await app.register(serveStudio, { directory: options.studioDir, apiOrigin: options.hostedApi });
  await app.register(serveBrowserBuild, { directory: options.clientDir });
  app.route({ ...ANY, handler: raw(handleSite(options), log) });
  await app.ready();
  // Node responds to a malformed request and closes the connection; Fastify would send a second response.
  http.removeAllListeners("clientError");
  http.removeAllListeners("request").on("request", (request, response) => listen?.(request, response));
  return app;
}
