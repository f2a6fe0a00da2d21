import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { wholeBodyOf } from "./http/response.ts";
import type { Lake } from "./lake.ts";

export interface NodeListenerOptions {
  /** How long a client may take nothing of a response before the connection is closed, in ms. Default 30,000. */
  readTimeoutMs?: number;
  /** Names the caller of a message. Default: the peer's IP address. */
  callerKey?: (message: IncomingMessage) => string | undefined;
}

/** How long the unread rest of a request body may go on arriving, in ms, so that its sender gets to read the response. */
const DRAIN_MS = 10_000;

/** Reads away what a handler left of a request body: the next request on the connection comes behind it. */
export function drainUnreadBody(message: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (message.complete || message.destroyed) return;
    // A body stream that nobody reads would pause the message again.
    message.removeAllListeners("data").resume();
    const timer = setTimeout(() => message.destroy(), DRAIN_MS);
    timer.unref();
    message.once("close", () => clearTimeout(timer));
  });
}

/** Closes the connection of a client that takes nothing of a response for `timeoutMs`. Call it when the response begins. */
export const limitReadTime = (response: ServerResponse, timeoutMs = 30_000): void =>
  void response.setTimeout(timeoutMs);

function rejectInvalid(response: ServerResponse): void {
  response.writeHead(400, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ statusCode: 400, error: "Bad Request", message: "Bad Request" }));
}

/** Returns a listener by which a plain node:http server serves a lake. */
export function toNodeListener(
  { answer }: Pick<Lake, "answer">,
  { readTimeoutMs, callerKey = ({ socket }) => socket.remoteAddress }: NodeListenerOptions = {},
): (message: IncomingMessage, response: ServerResponse) => void {
  const serve = async (request: Request, message: IncomingMessage, response: ServerResponse) => {
    const answered = await answer(request, { callerKey: callerKey(message) });
    limitReadTime(response, readTimeoutMs);
    const body = wholeBodyOf(answered);
    // Their headers occur once each.
    if (body === undefined) await sendResponse(response, answered);
    else response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(body);
  };
  return (message, response) => {
    drainUnreadBody(message, response);
    let request: Request;
    try {
      request = createRequest(message, response);
    } catch {
      // Host and path do not make a URL.
      return rejectInvalid(response);
    }
    // A response that fails in the middle must not look complete.
    serve(request, message, response).catch(() => response.destroy());
  };
}
