import { randomBytes } from "node:crypto";
import { connect } from "node:net";

/**
 * A client that costs less than the server it measures: standard input holds a `Load` as JSON, the `Answered` goes to standard output.
 * Each connection sends its next request when the answer to the one before is complete.
 */
export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** A whole HTTP/1.1 request. `{n}` becomes a number below `below`, `{id}` something new each time. Its length must not vary. */
  request: string;
  below: number;
  /** What every answer has to begin with, after the version: `200`. */
  status: string;
}

export interface Answered {
  count: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** True once the buffered text is one whole answer: as long as it said, or with the last of its chunks. */
function isWhole(text: string): boolean {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length >= head + 4 + Number(length);
}

async function run(load: Load): Promise<Answered> {
  const times: number[] = [];
  const until = performance.now() + load.seconds * 1000;
  const parts = load.request.split(/(\{n\}|\{id\})/);
  const width = String(load.below).length;
  const next = (): string =>
    parts
      .map((part) => {
        // Padded, as the request states its length.
        if (part === "{n}") return String(Math.floor(Math.random() * load.below)).padStart(width, "0");
        return part === "{id}" ? randomBytes(8).toString("hex") : part;
      })
      .join("");
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(load.port, "127.0.0.1");
      let started = 0;
      let text = "";
      const send = (): void => {
        text = "";
        started = performance.now();
        if (started < until) socket.write(next());
        else socket.end(() => resolve());
      };
      socket.setNoDelay(true);
      // One character per byte, so that lengths are right.
      socket.setEncoding("latin1");
      socket.on("error", reject);
      socket.on("connect", send);
      socket.on("data", (chunk: string) => {
        text += chunk;
        if (!isWhole(text)) return;
        if (!text.startsWith(`HTTP/1.1 ${load.status}`)) reject(new Error(text.slice(0, 500)));
        times.push(performance.now() - started);
        send();
      });
    });
  await Promise.all(Array.from({ length: load.connections }, one));
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { count: times.length, p50: at(0.5), p99: at(0.99) };
}

let input = "";
for await (const chunk of process.stdin) input += String(chunk);
console.log(JSON.stringify(await run(JSON.parse(input) as Load)));
process.exit(0);
