import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { redactPath } from "../app/platform/log.server.ts";
import { sendError, sendInternalError } from "./error-responses.ts";
import { isAllowedRead, METHODS, pathOf, rejection, type GuardOptions } from "./guards.ts";
import type { PageCache } from "./page-cache/page-cache.ts";

interface RequestListenerOptions {
  guards: GuardOptions;
  /** Set on every response. */
  headers: Map<string, string>;
  pages: Pick<PageCache, "lookup" | "send">;
  /** Handles what is neither a page from memory nor rejected. */
  handle: RequestListener;
  /** Called with every request first, to count it. */
  onRequest?: RequestListener | undefined;
  log: Logger;
}

function logResponse(log: Logger, request: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  const path = redactPath(pathOf(request));
  response.once("close", () => {
    const ms = Math.round(performance.now() - started);
    const requestId = response.getHeader("x-request-id");
    log.info({ requestId, method: request.method, path, status: response.statusCode, ms }, "request");
  });
}

/**
 * Creates the server's listener: it logs, counts, sends pages from memory and rejects bad requests, before anything that costs
 * time.
 */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { guards, headers, pages, handle, onRequest, log } = options;
  const isLogged = log.isLevelEnabled("info");
  return (request, response) => {
    onRequest?.(request, response);
    if (isLogged) logResponse(log, request, response);
    try {
      const page = pages.lookup(request);
      if (page && isAllowedRead(request, guards)) return pages.send("hit", request, response, page);
      response.setHeaders(headers).setHeader("x-request-id", randomUUID());
      const rejected = rejection(request, guards);
      if (!rejected) return handle(request, response);
      response.setHeader("connection", "close");
      if (rejected.status === 405) response.setHeader("allow", [...METHODS].join(", "));
      sendError(response, rejected.status, rejected.message);
    } catch (error) {
      // An exception must end this request only, never the process.
      log.error({ err: error }, "request failed");
      sendInternalError(response);
    }
  };
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** WebSockets pass the same guards as requests. Only `/lake` accepts them, and checks their origin. */
export function createUpgradeListener(guards: GuardOptions, lake: Upgrade): Upgrade {
  return (request, socket, head) => {
    const rejected = rejection(request, guards);
    if (!rejected && request.url?.startsWith("/lake/")) return lake(request, socket, head);
    socket.on("error", () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${rejected?.status ?? 404} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      () => socket.destroy(),
    );
  };
}
