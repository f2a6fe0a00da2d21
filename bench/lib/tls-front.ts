import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net from "node:net";
import type { Duplex } from "node:stream";

export interface TlsFront {
  close(): Promise<void>;
}

interface FrontOptions {
  port: number;
  key: string;
  cert: string;
  /** Origin of the site behind it, on plain HTTP. */
  site: string;
  /** Headers to add to the requests of a path. */
  add: (path: string) => Record<string, string>;
}

/** The first byte of every TLS connection. */
const TLS_HANDSHAKE = 0x16;

/**
 * What stands before the site where it is public: it ends TLS and sends plain HTTP to https. Both come in on one port, as a
 * scanner wants that knows only the site's name.
 */
export async function startTlsFront({ port, key, cert, site, add }: FrontOptions): Promise<TlsFront> {
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const headers = {
      ...request.headers,
      "x-forwarded-for": request.socket.remoteAddress ?? "",
      "x-forwarded-proto": "https",
      ...add(path),
    };
    const onward = http.request(site + path, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.writeHead(502).end());
    request.pipe(onward);
  };
  const secure = https.createServer({ key, cert }, pass);
  const plain = http.createServer((request, response) => {
    response.writeHead(308, { location: `https://${request.headers.host}${request.url}` }).end();
  });
  const open = new Set<Duplex>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy());
    socket.once("data", (first) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? secure : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
