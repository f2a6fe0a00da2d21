import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Lake } from "content-lake";
import { toLakeListener, toNodeListener, type NodeListenerOptions } from "content-lake/node";
import type { Logger } from "pino";
import sirv from "sirv";
import { NO_PAGE_POLICY } from "./csp.ts";
import { METHODS, refuse, type GuardOptions } from "./guards.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { WEBHOOK_PATH } from "./page-cache/webhook.ts";
import { addTrustedHeaders } from "./trusted-headers.ts";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;
type FetchHandler = (request: Request) => Promise<Response>;

export interface ListenerOptions {
  guards: GuardOptions;
  /** Set on every answer. */
  headers: Readonly<Record<string, string>>;
  /** Directory of the browser build. */
  clientDir: string;
  /** Public origin: what a Request's URL begins with, whatever Host says. */
  origin: string;
  site: FetchHandler;
  lake: Pick<Lake, "answer"> | null;
  studio: NodeHandler;
  /** Answers public pages from memory. */
  pages: Pick<PageCache, "answer" | "failing">;
  /** Hears from hosted Sanity what has changed. */
  webhook: NodeHandler;
  metrics: NodeHandler;
  /** Sees every request before it is answered, to count it. */
  watch?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** True when content can be read. */
  ready: () => Promise<boolean>;
  /** True behind a proxy whose X-Forwarded-For may be believed. */
  trustProxy: boolean;
  log: Logger;
}

function plain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": NO_PAGE_POLICY,
    })
    .end(`${text}\n`);
}

/** Who knows the address of an order or of an offer may read it, so it stands in no log. */
function withoutToken(path: string): string {
  return path.replace(/^\/(order|contract)\/[^/]+/, "/$1/:token");
}

function logAnswer(log: Logger, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const started = performance.now();
  const path = withoutToken(request.url?.split("?", 1)[0] ?? "");
  response.once("close", () => {
    const ms = Math.round(performance.now() - started);
    log.info({ requestId, method: request.method, path, status: response.statusCode, ms }, "request");
  });
}

/** Files of the build never change under their names; the rest of public/ is asked for again now and then. */
function createStatic(directory: string) {
  return sirv(directory, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      response.setHeader("content-security-policy", NO_PAGE_POLICY);
      const immutable = pathname.startsWith("/assets/");
      response.setHeader(
        "cache-control",
        immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
}

/** What `/readyz` says: whether content can be read, and whether visitors see pages that are older than they should be. */
async function sayReady(
  response: ServerResponse,
  { ready, pages }: Pick<ListenerOptions, "ready" | "pages">,
) {
  const reachable = await ready();
  const stale = pages.failing > 0 ? `; ${pages.failing} pages are served as they last were` : "";
  plain(response, reachable ? 200 : 503, (reachable ? "ready" : "content store unreachable") + stale);
}

/** The server's path, in order: guards, health, pages from memory, static files, `/lake`, `/studio`, the site. */
export function createListener(options: ListenerOptions): RequestListener {
  const { log, guards, pages } = options;
  const logged = log.isLevelEnabled("info");
  const headers = new Map(Object.entries(options.headers));
  const adapter: NodeListenerOptions = {
    origin: options.origin,
    onError: (error) => {
      // Who hangs up in the middle of a form is not waiting for an answer.
      if (error instanceof DOMException && error.name === "AbortError") log.info("the caller went away");
      else log.error({ err: error }, "not answered");
    },
  };
  const site = toNodeListener(options.site, adapter);
  const lake = options.lake ? toLakeListener(options.lake, adapter) : null;
  const files = createStatic(options.clientDir);

  /** Everything that is not a page from memory. */
  const answer = (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (path === "/healthz") return plain(response, 200, "ok");
    if (path === "/readyz") return void sayReady(response, options);
    if (path === "/metrics") return options.metrics(request, response);
    if (path === WEBHOOK_PATH) return options.webhook(request, response);
    if (lake && (path === "/lake" || path.startsWith("/lake/"))) return lake(request, response);
    if (path === "/studio" || path.startsWith("/studio/")) return options.studio(request, response);
    if (request.method !== "GET" && request.method !== "HEAD") return site(request, response);
    files(request, response, () => site(request, response));
  };

  return (request, response) => {
    const requestId = randomUUID();
    options.watch?.(request, response);
    if (logged) logAnswer(log, request, response, requestId);
    const refusal = refuse(request, guards);
    if (!refusal)
      return pages.answer(request, response, () => {
        addTrustedHeaders(request, requestId, options.trustProxy);
        response.setHeader("x-request-id", requestId).setHeaders(headers);
        answer(request, response, (request.url ?? "/").split("?", 1)[0] ?? "/");
      });
    response.setHeader("x-request-id", requestId).setHeaders(headers);
    response.setHeader("connection", "close");
    if (refusal.status === 405) response.setHeader("allow", [...METHODS].join(", "));
    plain(response, refusal.status, refusal.message);
  };
}
