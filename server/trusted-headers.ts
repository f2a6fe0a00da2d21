import type { IncomingMessage } from "node:http";
import { CLIENT_ADDRESS } from "../app/platform/client-address.server.ts";

const REQUEST_ID = "x-request-id";

/**
 * Who is calling: the socket's other end, or behind a trusted proxy the address that the proxy added last. What stands
 * further left in X-Forwarded-For was written by the caller.
 */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers["x-forwarded-for"] : undefined;
  const last = String(forwarded ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return last || request.socket.remoteAddress || "unknown";
}

/** Takes away the headers of these names, in any spelling. */
function drop(request: IncomingMessage, unwanted: (name: string) => boolean): void {
  const kept: string[] = [];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const [given = "", content = ""] = [request.rawHeaders[index], request.rawHeaders[index + 1]];
    if (unwanted(given.toLowerCase())) delete request.headers[given.toLowerCase()];
    else kept.push(given, content);
  }
  request.rawHeaders = kept;
}

/** Sets a header that only this server may set: a caller's own of that name goes. */
function setTrusted(request: IncomingMessage, name: string, value: string): void {
  drop(request, (given) => given === name);
  request.rawHeaders.push(name, value);
  request.headers[name] = value;
}

/**
 * Tells the site the request's id and the caller's address. Without a trusted proxy nobody forwards anything, and Remix would
 * believe an X-Forwarded-Host.
 */
export function addTrustedHeaders(request: IncomingMessage, requestId: string, trustProxy: boolean): void {
  setTrusted(request, REQUEST_ID, requestId);
  setTrusted(request, CLIENT_ADDRESS, addressOf(request, trustProxy));
  if (!trustProxy) drop(request, (name) => name === "forwarded" || name.startsWith("x-forwarded-"));
}
