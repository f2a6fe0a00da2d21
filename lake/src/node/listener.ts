import type { IncomingMessage, ServerResponse } from "node:http";
import { TextAnswer } from "../http/respond.ts";
import type { Lake } from "../lake.ts";
import { IncomingRequest } from "./incoming.ts";
import { toRequest } from "./request.ts";
import { sendResponse, sendText } from "./response.ts";

export interface NodeListenerOptions {
  /** Scheme, host and port to put before the path; the Host header decides when left out. */
  origin?: string;
  /** Names who sent a message, for what is counted per caller; the lake's listener uses the peer's address without it. */
  caller?: (message: IncomingMessage) => string;
  /** A declared body larger than this is refused with 413 before the handler runs. Bytes; default 512 MiB. */
  maxBodyBytes?: number;
  /** How long a reader may take nothing of an answer before the connection is cut, in milliseconds. Default 30,000. */
  unreadMs?: number;
  /** Hears of errors that could not be answered any more. */
  onError?: (error: unknown) => void;
}

const DEFAULT_MAX_BODY = 512 * 1024 * 1024;
const DEFAULT_UNREAD_MS = 30_000;

/** How long an unwanted body may go on arriving, so that its sender gets to read the answer. */
const DISCARD_MS = 10_000;

function refuse(response: ServerResponse, status: number, error: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ statusCode: status, error, message: error }));
}

/** Reads away what the handler left of the body, as the next request comes behind it on the same connection. */
function discardRest(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return;
  message.resume();
  const timer = setTimeout(() => message.destroy(), DISCARD_MS);
  timer.unref();
  message.once("close", () => clearTimeout(timer));
}

/** Answers what was not answered, and tells of it. */
function guarded(
  serve: (message: IncomingMessage, response: ServerResponse) => Promise<void>,
  { onError }: NodeListenerOptions,
): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => {
    serve(message, response).catch((error: unknown) => {
      if (!response.destroyed) refuse(response, 500, "Internal Server Error");
      onError?.(error);
    });
  };
}

/**
 * Lets the lake serve node:http, without a `Request` and a `Response` in between where they are not needed. Otherwise as
 * `toNodeListener`.
 */
export function toLakeListener(
  { answer }: Pick<Lake, "answer">,
  options: NodeListenerOptions = {},
): (message: IncomingMessage, response: ServerResponse) => void {
  const { maxBodyBytes = DEFAULT_MAX_BODY, unreadMs = DEFAULT_UNREAD_MS } = options;

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { "content-length": length, "transfer-encoding": encoding } = message.headers;
    if (length !== undefined || encoding !== undefined) response.once("finish", () => discardRest(message));
    if (Number(length ?? 0) > maxBodyBytes) return refuse(response, 413, "Payload Too Large");
    let request: IncomingRequest;
    try {
      const caller = options.caller?.(message) ?? message.socket.remoteAddress ?? "";
      request = new IncomingRequest(message, response, { caller, origin: options.origin });
    } catch {
      return refuse(response, 400, "Bad Request");
    }
    const answered = await answer(request);
    const withBody = message.method !== "HEAD";
    if (answered instanceof TextAnswer) sendText(answered, response, withBody, unreadMs);
    else await sendResponse(answered, response, request.signal, withBody, unreadMs);
  };

  return guarded(serve, options);
}

/**
 * Lets a fetch-style handler serve node:http. Bodies stream both ways; `request.signal` aborts when the other side
 * goes away before the answer is complete. The returned function never throws.
 */
export function toNodeListener(
  handle: (request: Request) => Response | Promise<Response>,
  options: NodeListenerOptions = {},
): (message: IncomingMessage, response: ServerResponse) => void {
  const { maxBodyBytes = DEFAULT_MAX_BODY, unreadMs = DEFAULT_UNREAD_MS } = options;

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    response.once("finish", () => discardRest(message));
    if (Number(message.headers["content-length"] ?? 0) > maxBodyBytes) {
      refuse(response, 413, "Payload Too Large");
      return;
    }
    let request: Request;
    try {
      request = toRequest(message, gone.signal, options.origin);
    } catch {
      refuse(response, 400, "Bad Request");
      return;
    }
    await sendResponse(await handle(request), response, gone.signal, message.method !== "HEAD", unreadMs);
  };

  return guarded(serve, options);
}
