import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { isWelcomeReader, METHODS, refuse, type GuardOptions } from "./guards.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { fail, turnAway } from "./plain.ts";

interface RequestListenerOptions {
  guards: GuardOptions;
  /** Set on every answer. */
  headers: Map<string, string>;
  pages: Pick<PageCache, "kept" | "send">;
  /** Sees every request before it is answered, to count it. */
  watch?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  log: Logger;
}

/** Whoever knows the address of an order or of an offer may read it, so it stands in no log. */
function withoutToken(path: string): string {
  return path.replace(/^\/(order|contract)\/[^/]+/, "/$1/:token");
}

function logAnswer(log: Logger, request: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  const path = withoutToken(request.url?.split("?", 1)[0] ?? "");
  response.once("close", () => {
    const ms = Math.round(performance.now() - started);
    const requestId = response.getHeader("x-request-id");
    log.info({ requestId, method: request.method, path, status: response.statusCode, ms }, "request");
  });
}

/**
 * Makes what stands before Fastify: it logs and counts, sends pages from memory, and refuses what no part of the site has to
 * see. Pages are sent here and not from a hook, which costs a quarter of the rate of bare node:http.
 */
export function createRequestListener(
  options: RequestListenerOptions,
): (fastify: RequestListener) => RequestListener {
  const { guards, headers, pages, watch, log } = options;
  const logged = log.isLevelEnabled("info");
  return (fastify) => (request, response) => {
    watch?.(request, response);
    if (logged) logAnswer(log, request, response);
    try {
      const page = pages.kept(request);
      if (page && isWelcomeReader(request, guards)) return pages.send("hit", request, response, page);
      response.setHeaders(headers).setHeader("x-request-id", randomUUID());
      const refusal = refuse(request, guards);
      if (!refusal) return fastify(request, response);
      response.setHeader("connection", "close");
      if (refusal.status === 405) response.setHeader("allow", [...METHODS].join(", "));
      turnAway(response, refusal.status, refusal.message);
    } catch (error) {
      // A mistake costs the one request that met it, never the process.
      log.error({ err: error }, "not answered");
      fail(response);
    }
  };
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** WebSockets pass the same guards as every request; only `/lake` takes any, and checks where they come from. */
export function createUpgradeListener(guards: GuardOptions, lake: Upgrade): Upgrade {
  return (request, socket, head) => {
    const refusal = refuse(request, guards);
    if (!refusal && request.url?.startsWith("/lake/")) return lake(request, socket, head);
    socket.on("error", () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${refusal?.status ?? 404} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  };
}
