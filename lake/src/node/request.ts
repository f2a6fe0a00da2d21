import type { IncomingMessage } from "node:http";

const hasBody = (message: IncomingMessage): boolean => message.method !== "GET" && message.method !== "HEAD";

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  }
  return headers;
}

const BUFFERED_BYTES = 64 * 1024;

/**
 * The body as a stream that reads no faster than it is read. Not `Readable.toWeb`: there, giving up on a body
 * destroys the connection, and with it the answer that says why.
 */
export function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  let wanted = true;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        message.on("data", (chunk: Uint8Array) => {
          if (!wanted) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) message.pause();
        });
        message.once("end", () => {
          if (wanted) controller.close();
          wanted = false;
        });
        message.once("close", () => {
          if (wanted) controller.error(new DOMException("The request was cut off", "AbortError"));
          wanted = false;
        });
        message.on("error", () => {});
        message.pause();
      },
      pull: () => void message.resume(),
      cancel: () => {
        wanted = false;
        message.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES }),
  );
}

/**
 * Makes a Request from what node:http received. The body streams: little is read before the handler asks for it.
 * A body whose sender goes away ends in an `AbortError`.
 * @throws TypeError when host or path do not make a URL
 */
export function toRequest(message: IncomingMessage, signal: AbortSignal, origin?: string): Request {
  const url = new URL((origin ?? `http://${message.headers.host ?? "localhost"}`) + (message.url ?? "/"));
  const method = message.method ?? "GET";
  const headers = headersOf(message);
  if (!hasBody(message)) return new Request(url, { method, headers, signal });
  // Node needs `duplex` for a streaming body; the DOM's types do not know it yet.
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    signal,
    body: bodyOf(message),
    duplex: "half",
  };
  return new Request(url, init);
}
