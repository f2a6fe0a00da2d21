import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import { isJsonObject } from "../model/json.ts";
import type { Role } from "../model/role.ts";

type Handle = (request: Request) => Promise<Response>;

/** The caller at the other end of a socket. Each request for them is authenticated on its own. */
export interface Caller {
  /** Sends a GET to the lake on their behalf. `path` is below the lake's origin. */
  get(path: string, init?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>;
  /** Returns the user, or null once they are signed out. Rejects while the lake cannot tell. */
  currentUser(): Promise<SocketUser | null>;
}

export interface SocketUser {
  id: string;
  role: Role;
}

const CREDENTIALS = ["cookie", "authorization"] as const;

/** Returns the caller of an upgrade request. */
export function callerOf(
  message: IncomingMessage,
  handle: Handle,
  place: { publicUrl: string; basePath: string },
): Caller {
  const credentials = CREDENTIALS.flatMap((name) => {
    const value = message.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const get: Caller["get"] = (path, { headers, signal } = {}) =>
    handle(
      new Request(new URL(path, place.publicUrl), {
        headers: { ...headers, ...Object.fromEntries(credentials) },
        ...(signal ? { signal } : {}),
      }),
    );
  return {
    get,
    async currentUser() {
      const answer = await get(`${place.basePath}/v1/users/me`);
      if (answer.status === 401) return null;
      if (!answer.ok) throw new Error(`The lake cannot tell who is signed in: ${answer.status}`);
      const user = (await answer.json()) as Partial<SocketUser>;
      return user.id === undefined ? null : (user as SocketUser);
    },
  };
}

const EVENT_STREAM = /\/data\/(?:listen|live\/events)\/[^/]+$/;

/** More than the Studio opens in a tab. */
const MAX_STREAMS = 64;

type Sent =
  | { id: number; status: number }
  | { id: number; chunk: string }
  /** The stream is complete. */
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

/** Returns path and query of an event stream's URL, or null for any other. */
function streamPath(address: string): string | null {
  const url = URL.parse(address, "http://lake");
  return url && EVENT_STREAM.test(url.pathname) ? url.pathname + url.search : null;
}

/**
 * Carries event streams over one WebSocket: browsers open at most six HTTP/1.1 connections to an origin, and a Studio tab
 * needs more streams than that. See docs/protocol.md, "WebSockets".
 */
export function carryStreams(socket: WebSocket, caller: Caller): void {
  const open = new Map<number, AbortController>();
  // Resolves once the message is written, so a slow reader slows its stream, which is cut if it stays slow.
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
