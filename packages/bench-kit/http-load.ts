import { connect, type Socket } from "node:net";

/**
 * A client cheaper than the server that it measures, in its own process: `load.ts` starts it with a `Load` as JSON and sends it
 * messages. Connections stay open between slices, so opening them is not measured.
 */
export interface Load {
  port: number;
  connections: number;
  /** A whole HTTP/1.1 request. */
  request: string;
  /** The expected status. */
  status: number;
}

/** `ready`: every connection is open and has had a response. `run`: send load for this many seconds. */
export type Order = { kind: "ready" } | { kind: "run"; seconds: number };

export interface Answered {
  count: number;
  /** Seconds until the last response was complete. */
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** True when the text is a complete response: without a body, with its Content-Length, or with its last chunk. */
function isWhole(text: string): boolean {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return false;
  if (text.startsWith("304", "HTTP/1.1 ".length)) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length >= head + 4 + Number(length);
}

class Connection {
  readonly #load: Load;
  #socket: Socket | undefined;
  #text = "";
  #answer = Promise.withResolvers<void>();

  constructor(load: Load) {
    this.#load = load;
  }

  /** Sends a request and waits for the whole response. Throws on another status. */
  async ask(request: string): Promise<void> {
    const socket = (this.#socket ??= this.#open());
    this.#text = "";
    this.#answer = Promise.withResolvers<void>();
    socket.write(request);
    await this.#answer.promise;
  }

  #open(): Socket {
    const socket = connect(this.#load.port, "127.0.0.1").setNoDelay(true);
    // One character per byte, so that lengths match.
    socket.setEncoding("latin1");
    const gone = (error?: Error) => {
      this.#socket = undefined;
      this.#answer.reject(error ?? new Error("The server ended a connection."));
    };
    socket.on("error", gone).on("close", () => gone());
    socket.on("data", (chunk) => {
      this.#text += String(chunk);
      if (!isWhole(this.#text)) return;
      if (this.#text.startsWith(`HTTP/1.1 ${this.#load.status}`)) this.#answer.resolve();
      else this.#answer.reject(new Error(this.#text.slice(0, 500)));
    });
    // Closed while idle: opened again before the next slice.
    this.#answer.promise.catch(() => {});
    return socket;
  }
}

const load = JSON.parse(process.argv[2] ?? "") as Load;
const connections = Array.from({ length: load.connections }, () => new Connection(load));

async function ready(): Promise<void> {
  // Reopens a connection that the server has just closed.
  await Promise.all(connections.map((one) => one.ask(load.request).catch(() => one.ask(load.request))));
}

async function run(seconds: number): Promise<Answered> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const keepAsking = async (connection: Connection) => {
    for (let started = began; started < until;) {
      await connection.ask(load.request);
      const now = performance.now();
      times.push(now - started);
      started = now;
    }
  };
  await Promise.all(connections.map(keepAsking));
  const elapsed = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { count: times.length, seconds: elapsed, p50: at(0.5), p99: at(0.99) };
}

process.on("message", (order: Order) => {
  const done = order.kind === "run" ? run(order.seconds) : ready().then(() => ({}));
  done.then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
