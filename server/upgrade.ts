import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuse, type GuardOptions } from "./guards.ts";

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** WebSockets pass the same guards as every request; only `/lake` takes any, and checks where they come from. */
export function createUpgrade(guards: GuardOptions, lake: Upgrade): Upgrade {
  return (request, socket, head) => {
    const refusal = refuse(request, guards);
    if (!refusal && request.url?.startsWith("/lake/")) return lake(request, socket, head);
    socket.on("error", () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${refusal?.status ?? 404} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  };
}
