import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

const hasBody = (message: IncomingMessage): boolean => message.method !== "GET" && message.method !== "HEAD";

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const [name, value] = [message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? ""];
    if (!name.startsWith(":")) headers.append(name, value);
  }
  return headers;
}

/**
 * Makes a Request from what node:http received. The body streams: nothing is read before the handler asks for it.
 * @throws TypeError when host or path do not make a URL
 */
export function toRequest(message: IncomingMessage, signal: AbortSignal, origin?: string): Request {
  const url = new URL((origin ?? `http://${message.headers.host ?? "localhost"}`) + (message.url ?? "/"));
  return new Request(url, {
    method: message.method ?? "GET",
    headers: headersOf(message),
    signal,
    ...(hasBody(message) ? { body: Readable.toWeb(message) as ReadableStream, duplex: "half" } : {}),
  });
}
