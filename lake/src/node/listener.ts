import type { IncomingMessage, ServerResponse } from "node:http";
import { toRequest } from "./request.ts";
import { sendResponse } from "./response.ts";

export interface NodeListenerOptions {
  /** Scheme, host and port to put before the path; the Host header decides when left out. */
  origin?: string;
  /** A declared body larger than this is refused with 413 before the handler runs. Bytes; default 512 MiB. */
  maxBodyBytes?: number;
  /** Hears of errors that could not be answered any more. */
  onError?: (error: unknown) => void;
}

const DEFAULT_MAX_BODY = 512 * 1024 * 1024;

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

/**
 * Lets a fetch-style handler serve node:http. Bodies stream both ways; `request.signal` aborts when the other side
 * goes away before the answer is complete. The returned function never throws.
 */
export function toNodeListener(
  handle: (request: Request) => Response | Promise<Response>,
  options: NodeListenerOptions = {},
): (message: IncomingMessage, response: ServerResponse) => void {
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY;

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
    await sendResponse(await handle(request), response, gone.signal, message.method !== "HEAD");
  };

  return (message, response) => {
    serve(message, response).catch((error: unknown) => {
      if (!response.destroyed) refuse(response, 500, "Internal Server Error");
      options.onError?.(error);
    });
  };
}
