import { request as httpRequest, type Agent, type ClientRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { turnAway } from "../plain.ts";
import type { Counters } from "./counters.ts";
import type { Gate } from "./gate.ts";
import { requestHeaders, responseHeaders } from "./pass-headers.ts";

export interface PassOptions {
  /** Where the core listens. */
  socket: string;
  agent: Agent;
  gate: Gate;
  counters: Counters;
  log: Logger;
  /** Milliseconds that a request waits for the core to come back. */
  patience?: number;
  /** So many requests may wait. */
  maxHeld?: number;
}

/** A core that is replaced may take this long to finish what it has begun. */
const PATIENCE = 30_000;
const MAX_HELD = 500;
/** Between two attempts to connect, in milliseconds. */
const AGAIN = 25;
/** How long the rest of a body may go on arriving that nobody wants, so that its sender gets to read the answer. */
const DISCARD = 10_000;

/** Asking these again changes nothing, even when they were heard the first time (RFC 9110 section 9.2.1). */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** `unheard`: the core has seen nothing of it. `lost`: it may have. */
type Outcome = { kind: "answered" } | { kind: "unheard" | "lost"; error: Error };

function refuse(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.setHeader("retry-after", "2");
  turnAway(response, 503, "The site is starting again. Please try again in a moment.");
}

/** Reads away what was left of a body, as the next request comes behind it on the same connection. */
function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), DISCARD).unref();
  request.once("close", () => clearTimeout(timer));
}

function passBack(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.rawHeaders));
  // A stream of events begins with its head, not with its first event.
  if (answer.headers["content-length"] === undefined) response.flushHeaders();
  // What breaks in the middle has to look broken, not complete.
  answer.once("error", () => response.destroy());
  response.once("finish", () => discardRest(request));
  answer.pipe(response);
}

/** Sends the request on once, and its answer back; the body goes on its way only when somebody is there to read it. */
function attempt(
  { socket, agent }: PassOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Outcome> {
  const { method = "GET", url = "/", rawHeaders } = request;
  const headers = requestHeaders(method, rawHeaders);
  const upstream: ClientRequest = httpRequest({ socketPath: socket, agent, method, path: url, headers });
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let heard = false;
  const begin = () => {
    heard = true;
    request.pipe(upstream);
  };
  const gone = () => upstream.destroy();
  response.once("close", gone);
  upstream.once("socket", (connection) =>
    connection.connecting ? connection.once("connect", begin) : begin(),
  );
  upstream.once("response", (answer) => {
    passBack(answer, request, response);
    resolve({ kind: "answered" });
  });
  upstream.on("error", (error) => {
    request.unpipe(upstream);
    response.off("close", gone);
    resolve({ kind: heard ? "lost" : "unheard", error });
  });
  return promise;
}

/**
 * Passes requests on to the core and its answers back, both as they arrive. While the core is away they wait for it; one
 * that it may have heard before it went is asked again only where that changes nothing.
 */
export function createPass(
  options: PassOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { gate, counters, log, patience = PATIENCE, maxHeld = MAX_HELD } = options;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const until = performance.now() + patience;
    const left = new AbortController();
    response.once("close", () => left.abort());
    if (!gate.isOpen) counters.held += 1;
    while (gate.waiting < maxHeld && (await gate.opened(until - performance.now(), left.signal))) {
      const outcome = await attempt(options, request, response);
      if (outcome.kind === "answered" || left.signal.aborted) return;
      const again = outcome.kind === "unheard" || (SAFE.has(request.method ?? "") && !hasBody(request));
      if (!again || response.headersSent) {
        log.warn({ err: outcome.error, method: request.method }, "the core left a request unanswered");
        break;
      }
      if (performance.now() > until) break;
      await sleep(AGAIN);
    }
    if (left.signal.aborted) return;
    counters.givenUp += 1;
    refuse(response);
    discardRest(request);
  }

  return (request, response) => {
    counters.passedOn += 1;
    request.on("error", () => {}); // its answer's `close` tells the same
    void pass(request, response);
  };
}
