import type { IncomingMessage, Server, ServerResponse } from "node:http";
import underPressure from "@fastify/under-pressure";
import type { Lake } from "content-lake";
import { toLakeListener, toNodeListener } from "content-lake/node";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from "fastify";
import type { Logger } from "pino";
import { shareKeyOf } from "../app/platform/share-key.ts";
import type { Admission } from "./admission.ts";
import type { EventStreams } from "./event-streams.ts";
import { METHODS } from "./guards.ts";
import { isPublicPath } from "./page-cache/key.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { WEBHOOK_PATH } from "./page-cache/webhook.ts";
import { BUSY, BUSY_RETRY_AFTER, fail, plain, turnAway } from "./plain.ts";
import type { Site } from "./remix.ts";
import type { createRequestListener } from "./request-listener.ts";
import { serveBrowserBuild, serveStudio } from "./static-files.ts";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;
type RawHandler = (request: IncomingMessage, response: ServerResponse, ip: string) => void;

export interface ServerOptions {
  /** Listens already; its requests are answered by Fastify from then on. */
  http: Server;
  listener: ReturnType<typeof createRequestListener>;
  /** Public origin: what a Request's URL begins with, whatever Host says. */
  origin: string;
  /** True behind a proxy, which adds the caller to X-Forwarded-For. */
  trustProxy: boolean;
  /** Directories of the browser's build and of the built Studio. */
  clientDir: string;
  studioDir: string;
  /** Origin of hosted Sanity's API, or null. */
  hostedApi: string | null;
  site: Site;
  lake: Pick<Lake, "answer"> | null;
  /** Receives hosted Sanity's webhook. */
  webhook: NodeHandler;
  metrics: NodeHandler;
  /** True when content can be read. */
  ready: () => Promise<boolean>;
  pages: Pick<PageCache, "answer" | "has" | "failing">;
  admission: Admission;
  streams: Pick<EventStreams, "watch">;
  log: Logger;
}

const ANY = { method: [...METHODS] as HTTPMethods[], url: "*" };
/** Mean delay of the event loop in milliseconds. */
const MAX_EVENT_LOOP_DELAY = 500;

function refuseForNow(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("retry-after", BUSY_RETRY_AFTER);
  if (request.headers["transfer-encoding"] || Number(request.headers["content-length"] ?? 0) > 0)
    response.setHeader("connection", "close");
  turnAway(response, 503, BUSY);
}

/** What `/readyz` says: whether content can be read, and whether visitors see pages that are older than they should be. */
async function sayReady(response: ServerResponse, { ready, pages }: ServerOptions): Promise<void> {
  const reachable = await ready();
  const stale = pages.failing > 0 ? `; ${pages.failing} pages are served as they last were` : "";
  plain(response, reachable ? 200 : 503, (reachable ? "ready" : "content store unreachable") + stale);
}

/** Without a trusted proxy nobody forwards anything, and Remix would believe an X-Forwarded-Host. */
function dropForwarded({ headers }: Request): void {
  for (const name of Array.from(headers.keys()))
    if (name === "forwarded" || name.startsWith("x-forwarded-")) headers.delete(name);
}

/** Answers from the page cache what is the same for everybody, and asks Remix for the rest. */
function answerSite({ site, pages, admission, origin, trustProxy, log }: ServerOptions): RawHandler {
  const onError = (error: unknown): void => {
    // A caller who hangs up in the middle of a form does not wait for an answer.
    if (error instanceof DOMException && error.name === "AbortError") log.info("the caller went away");
    else log.error({ err: error }, "not answered");
  };
  return (request, response, ip) => {
    const requestId = String(response.getHeader("x-request-id"));
    const fromRemix = toNodeListener(
      async (webRequest) => {
        if (!trustProxy) dropForwarded(webRequest);
        return (await site(webRequest, { clientIp: ip, requestId })).response;
      },
      { origin, onError },
    );
    const path = request.url?.split("?", 1)[0] ?? "/";
    const isPublic = isPublicPath(path);
    if (!(isPublic && pages.has(request)) && admission.refuses()) return refuseForNow(request, response);
    if (isPublic) pages.answer(request, response, () => fromRemix(request, response));
    else fromRemix(request, response);
  };
}

/** Refuses while there is too much to do. Requests with a body are not counted: a slow sender would take a place for nothing. */
function answerLake(lake: Pick<Lake, "answer">, { admission, origin, log }: ServerOptions): RawHandler {
  const answer: Lake["answer"] = (request) =>
    request.method === "GET" ? admission.run(() => lake.answer(request)) : lake.answer(request);
  const onError = (error: unknown) => log.error({ err: error }, "not answered");
  return (request, response, ip) => {
    if (admission.refuses()) return refuseForNow(request, response);
    toLakeListener({ answer }, { origin, onError, caller: () => shareKeyOf(ip) })(request, response);
  };
}

/** Lets a handler of node:http answer a route. */
function raw(answer: RawHandler, log: Logger) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    try {
      answer(request.raw, reply.raw, request.ip);
    } catch (error) {
      log.error({ err: error }, "not answered");
      fail(reply.raw);
    }
  };
}

/**
 * Makes the Fastify server; its plugins and routes stand in the order in which a request meets them. Bodies are left alone:
 * Remix, lake, uploads and webhooks read and limit their own.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { http, listener, lake, streams, log } = options;
  let answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const app: FastifyInstance = Fastify<Server>({
    serverFactory: (fastify) => {
      answer = listener(fastify);
      return http;
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // The address that the proxy added last; what stands further left was written by the caller.
    trustProxy: options.trustProxy && ((_address, hop) => hop === 0),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  // It measures; what is refused then is for `admission` to say.
  await app.register(underPressure, { maxEventLoopDelay: MAX_EVENT_LOOP_DELAY, pressureHandler: () => {} });
  app.addHook("onRequest", async ({ raw: request }, reply) => streams.watch(request, reply.raw));
  app.setErrorHandler((error, _request, reply) => {
    reply.hijack();
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, "not answered");
    if (status >= 500) fail(reply.raw);
    else turnAway(reply.raw, status, "The request is not valid.");
  });
  app.setNotFoundHandler(raw((_request, response) => turnAway(response, 404, "Not found."), log));

  const route = (url: string, answer: RawHandler) => app.route({ ...ANY, url, handler: raw(answer, log) });
  route("/healthz", (_request, response) => plain(response, 200, "ok"));
  route("/readyz", (_request, response) => void sayReady(response, options));
  route("/metrics", options.metrics);
  route(WEBHOOK_PATH, options.webhook);
  if (lake) for (const url of ["/lake", "/lake/*"]) route(url, answerLake(lake, options));
  await app.register(serveStudio, { directory: options.studioDir, apiOrigin: options.hostedApi });
  await app.register(serveBrowserBuild, { directory: options.clientDir });
  app.route({ ...ANY, handler: raw(answerSite(options), log) });
  await app.ready();
  // Node answers a broken request and ends the connection; Fastify would send a second answer behind ours.
  http.removeAllListeners("clientError");
  http.removeAllListeners("request").on("request", (request, response) => answer?.(request, response));
  return app;
}
