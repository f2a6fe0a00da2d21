import http from "node:http";
import net from "node:net";

export interface RawRequest {
  path: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Rejects after this time. */
  timeoutMs?: number;
}

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Sends a request exactly as written: fetch would normalize what is tested. */
export function rawRequest(
  origin: string,
  { path, method = "GET", headers = {}, body, timeoutMs }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers, agent: false, ...(signal ? { signal } : {}) };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Returns the head of a request to a site as raw text. */
export function rawHead(origin: string, line: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: new URL(origin).host, ...headers });
  return `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Sends bytes, or several after one another, and returns the received text until the site disconnects, or until `holdMs` have passed. */
export function rawBytes(
  origin: string,
  bytes: string | Buffer | readonly (string | Buffer)[],
  holdMs?: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(origin).port), "localhost");
    let received = "";
    const timer = holdMs === undefined ? undefined : setTimeout(() => socket.destroy(), holdMs);
    socket.on("data", (chunk) => (received += String(chunk)));
    socket.on("error", reject).on("close", () => {
      clearTimeout(timer);
      resolve(received);
    });
    for (const part of [bytes].flat()) socket.write(part);
  });
}
