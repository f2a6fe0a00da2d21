import type { WebSocket } from "ws";
import { isJsonObject } from "../mutations/json.ts";
import type { Caller } from "./caller.ts";

const EVENT_STREAM = /\/data\/(?:listen|live\/events)\/[^/]+$/;

/** More than the Studio ever opens in a tab, less than could hurt. */
const MAX_STREAMS = 64;

type Sent =
  | { id: number; status: number }
  | { id: number; chunk: string }
  /** The answer is complete; without it there is more to come. */
  | { id: number; end: true };

type Received = { open: number; url: string; lastEventId: string | null } | { close: number };

function parse(data: string): Received | null {
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  if (!isJsonObject(message)) return null;
  const { open, close, url, lastEventId } = message;
  if (Number.isSafeInteger(close)) return { close: close as number };
  if (!Number.isSafeInteger(open) || typeof url !== "string") return null;
  return { open: open as number, url, lastEventId: typeof lastEventId === "string" ? lastEventId : null };
}

/** Path and query of an event stream's address, or null for any other. */
function streamPath(address: string): string | null {
  const url = URL.parse(address, "http://lake");
  return url && EVENT_STREAM.test(url.pathname) ? url.pathname + url.search : null;
}

/**
 * Carries event streams over one WebSocket: browsers open at most six HTTP/1.1 connections to an origin, and a Studio tab
 * wants more streams than that. The client asks `{"open":7,"url":"…/data/listen/…","lastEventId":null}` and `{"close":7}`;
 * it gets `{"id":7,"status":200}`, then `{"id":7,"chunk":"event: …"}`, and `{"id":7,"end":true}` if it ends.
 */
export function carryStreams(socket: WebSocket, caller: Caller): void {
  const open = new Map<number, AbortController>();
  // The callback comes when the text has left: a slow reader is waited for, and its stream is cut if it stays slow.
  const send = (message: Sent): Promise<void> =>
    new Promise((resolve) => socket.send(JSON.stringify(message), () => resolve()));

  const pump = async (id: number, path: string, lastEventId: string | null, gone: AbortController) => {
    const headers = lastEventId === null ? {} : { headers: { "last-event-id": lastEventId } };
    const answer = await caller.get(path, { ...headers, signal: gone.signal });
    await send({ id, status: answer.status });
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) {
      if (gone.signal.aborted) return;
      await send({ id, chunk: decoder.decode(part as Uint8Array, { stream: true }) });
    }
    if (!gone.signal.aborted) await send({ id, end: true });
  };

  const start = ({ open: id, url, lastEventId }: Extract<Received, { open: number }>): void => {
    const path = streamPath(url);
    if (path === null || open.has(id) || open.size >= MAX_STREAMS) {
      void send({ id, status: path === null ? 404 : 503 }).then(() => send({ id, end: true }));
      return;
    }
    const gone = new AbortController();
    open.set(id, gone);
    pump(id, path, lastEventId, gone)
      .catch(() => send({ id, end: true }))
      .finally(() => open.delete(id));
  };

  socket.on("message", (data) => {
    const message = parse(String(data));
    if (!message) socket.close(1003, "Not understood");
    else if ("open" in message) start(message);
    else {
      open.get(message.close)?.abort();
      open.delete(message.close);
    }
  });
  socket.on("close", () => {
    for (const gone of open.values()) gone.abort();
  });
}
