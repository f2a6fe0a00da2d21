import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { addTrustedHeaders } from "../trusted-headers.ts";
import type { Gate } from "./gate.ts";

const COME_AGAIN =
  "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Passes WebSockets on to the core, whole. While the core is away the caller is told to come again. */
export function createPassUpgrade(path: string, gate: Gate, trustProxy: boolean) {
  const open = new Set<Duplex>();

  function pass(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    if (!gate.isOpen) return void socket.end(COME_AGAIN);
    open.add(socket);
    addTrustedHeaders(request, randomUUID(), trustProxy);
    const upstream = connect(path);
    upstream.on("error", () => socket.destroy());
    upstream.once("connect", () => {
      upstream.write(headOf(request));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.once("close", () => socket.destroy());
    socket.once("close", () => {
      open.delete(socket);
      upstream.destroy();
    });
  }

  /** Breaks them off; the browsers behind them connect again. */
  function end(): void {
    for (const socket of open) socket.destroy();
  }

  return { pass, end };
}
