import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { EventStreams } from "./event-streams.ts";
import { isWelcomeReader, METHODS, refuse, type GuardOptions, type Refusal } from "./guards.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { turnAway } from "./plain.ts";
import { addTrustedHeaders } from "./trusted-headers.ts";

export interface ListenerOptions {
  guards: GuardOptions;
  /** Set on every answer. */
  headers: Readonly<Record<string, string>>;
  /** Answers public pages from memory. */
  pages: Pick<PageCache, "answer" | "kept" | "send">;
  /** Everything that is not a page from memory. */
  answer: (request: IncomingMessage, response: ServerResponse, path: string) => void;
  streams: Pick<EventStreams, "watch">;
  /** True behind a proxy whose X-Forwarded-For may be believed. */
  trustProxy: boolean;
  /** Sees every request before it is answered, to count it. */
  watch?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  log: Logger;
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

/** The server's door, in order: pages from memory, guards, pages made for this visitor, then whoever answers the rest. */
export function createListener(options: ListenerOptions): RequestListener {
  const { log, guards, pages, streams, trustProxy, watch } = options;
  const logged = log.isLevelEnabled("info");
  const headers = new Map(Object.entries(options.headers));

  const refused = (response: ServerResponse, requestId: string, { status, message }: Refusal) => {
    response.setHeader("x-request-id", requestId).setHeaders(headers);
    response.setHeader("connection", "close");
    if (status === 405) response.setHeader("allow", [...METHODS].join(", "));
    turnAway(response, status, message);
  };

  const answer = (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    const refusal = refuse(request, guards);
    if (refusal) return refused(response, requestId, refusal);
    pages.answer(request, response, () => {
      addTrustedHeaders(request, requestId, trustProxy);
      response.setHeader("x-request-id", requestId).setHeaders(headers);
      streams.watch(request, response);
      options.answer(request, response, (request.url ?? "/").split("?", 1)[0] ?? "/");
    });
  };

  /**
   * What a page from memory needs is kept short: no id that nobody reads, no listener that nobody hears, and the address that it
   * is kept under needs no look at its own.
   */
  return (request, response) => {
    watch?.(request, response);
    const logId = logged ? randomUUID() : undefined;
    if (logId !== undefined) logAnswer(log, request, response, logId);
    const page = pages.kept(request);
    if (page && isWelcomeReader(request, guards)) return pages.send("hit", request, response, page);
    const requestId = logId ?? randomUUID();
    try {
      answer(request, response, requestId);
    } catch (error) {
      // A mistake costs the one request that met it, never the process.
      log.error({ err: error, requestId }, "not answered");
      if (response.headersSent) response.destroy();
      else turnAway(response, 500, "Something went wrong. Please try again.");
    }
  };
}
