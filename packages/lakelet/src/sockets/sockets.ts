import { STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { SessionWatch } from "../auth/session-watch.ts";
import type { PrivateTypes } from "../model/role.ts";
import { Presence } from "./presence.ts";
import { callerOf, carryStreams } from "./streams.ts";
import type { Caller, SocketUser } from "./streams.ts";

export interface SocketOptions {
  handle(request: Request): Promise<Response>;
  basePath: string;
  publicUrl: string;
  dataset: string;
  sessions: Pick<SessionWatch, "signalOf">;
  /** Origins whose pages may open a socket: browsers send the visitor's cookie from any page. */
  origins: ReadonlySet<string>;
  /** Default: none. */
  privateTypes?: PrivateTypes;
}

export interface Sockets {
  /** The listener for node:http's `upgrade` event. Never throws. */
  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all sockets. Clients reconnect. */
  close(): void;
}

const MAX_SOCKETS = 500;
/** A tab of the Studio has two. */
const MAX_SOCKETS_PER_USER = 50;
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Interval of the checks that the client is alive. */
const CHECK_MS = 30_000;

const SIGNED_OUT = 4401;
const GOING_AWAY = 1001;

/** A client that does not close its side is cut off once the answer is sent. */
function reject(socket: Duplex, status: number): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Connection: close",
    "Content-Length: 0",
  ].join("\r\n");
  socket.end(`${head}\r\n\r\n`, () => socket.destroy());
}

/** Ends a socket whose client is gone or signed out, or has another role. */
function keepChecking(
  socket: WebSocket,
  caller: Caller,
  user: SocketUser,
  sessions: SocketOptions["sessions"],
): void {
  let alive = true;
  socket.on("pong", () => (alive = true));
  const check = (): void => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  };
  const checking = setInterval(check, CHECK_MS);
  checking.unref();
  const closed = new AbortController();
  socket.on("close", () => {
    clearInterval(checking);
    closed.abort();
  });
  const isSignedIn = async (): Promise<boolean> => {
    const now = await caller.currentUser();
    return now?.id === user.id && now.role === user.role;
  };
  sessions
    .signalOf(closed.signal, isSignedIn)
    .addEventListener("abort", () => socket.close(SIGNED_OUT, "Signed out"), { once: true });
}

/** Creates the WebSockets for callers with a token or session: `/streams` and presence at `/v…/socket/{dataset}`. */
export function createSockets(options: SocketOptions): Sockets {
  const { basePath, dataset, origins } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const presence = new Presence(options.privateTypes);
  const countByUser = new Map<string, number>();
  const presencePath = new RegExp(`^/v[\\w-]+/socket/${dataset}$`);

  const serviceAt = (
    path: string,
  ): ((socket: WebSocket, caller: Caller, user: SocketUser) => void) | null => {
    if (path === "/streams") return carryStreams;
    return presencePath.test(path) ? (socket, _caller, user) => presence.join(socket, user) : null;
  };

  const accept = async (message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const path = (message.url ?? "").split("?", 1)[0] ?? "";
    const service = path.startsWith(`${basePath}/`) ? serviceAt(path.slice(basePath.length)) : null;
    if (!service) return reject(socket, 404);
    const { origin, authorization } = message.headers;
    // Clients other than browsers send no origin, and no cookie on their own.
    if (origin === undefined ? authorization === undefined : !origins.has(origin)) return reject(socket, 403);
    if (server.clients.size >= MAX_SOCKETS) return reject(socket, 503);
    const caller = callerOf(message, options.handle, options);
    const user = await caller.currentUser();
    if (user === null) return reject(socket, 401);
    if ((countByUser.get(user.id) ?? 0) >= MAX_SOCKETS_PER_USER) return reject(socket, 429);
    server.handleUpgrade(message, socket, head, (webSocket) => {
      webSocket.on("error", () => webSocket.terminate());
      countByUser.set(user.id, (countByUser.get(user.id) ?? 0) + 1);
      webSocket.on("close", () => {
        const left = (countByUser.get(user.id) ?? 1) - 1;
        if (left > 0) countByUser.set(user.id, left);
        else countByUser.delete(user.id);
      });
      keepChecking(webSocket, caller, user, options.sessions);
      service(webSocket, caller, user);
    });
  };

  return {
    upgrade(message, socket, head) {
      socket.on("error", () => socket.destroy());
      accept(message, socket, head).catch(() => reject(socket, 503));
    },
    close() {
      for (const socket of server.clients) {
        socket.close(GOING_AWAY, "The content lake is closing");
        setTimeout(() => socket.terminate(), 1000).unref();
      }
    },
  };
}
