import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Answered, Load, Order } from "./http-load.ts";

const client = fileURLToPath(new URL("http-load.ts", import.meta.url));

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Pins a process to one core: servers to the first, the load to the other. Does nothing without `taskset`. */
export function pin(pid: number | undefined, core = 0): void {
  if (canPin && pid) spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)]);
}

function threadMicros(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, "utf8").split(" ", 1)[0]) / 1_000;
  } catch {
    return 0; // it ended just now
  }
}

/** Returns the CPU time of a process's threads in microseconds; NaN where /proc does not exist. */
export function cpuMicros(pid: number): number {
  try {
    // In nanoseconds; /proc/<pid>/stat counts in hundredths of a second, too coarse for a short slice.
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => threadMicros(`/proc/${pid}/task/${thread}`))
      .reduce((sum, micros) => sum + micros, 0);
  } catch {
    return Number.NaN;
  }
}

export interface Slice {
  /** Responses per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server's processes per response, in microseconds. */
  cpu: number;
  /** CPU time of the load generator per response, in microseconds: near 1,000,000 / `rate` it is what limits the rate. */
  generator: number;
}

export interface Target extends Load {
  /** The server's processes. */
  pids: readonly number[];
}

/** Returns the `Load` of a GET over this many connections. */
export function getting(
  url: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
  connections = 32,
): Load {
  const { host, port, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return { port: Number(port), connections, request, status };
}

/** Sends load to one server, from a process on the other core. */
export class Loader {
  readonly #target: Target;
  readonly #child;

  constructor({ pids, ...load }: Target) {
    this.#target = { pids, ...load };
    this.#child = fork(client, [JSON.stringify(load)]);
    pin(this.#child.pid, 1);
  }

  /** Sends load for this many seconds. Throws on an unexpected response. */
  async slice(seconds: number): Promise<Slice> {
    const { pids } = this.#target;
    await this.#order({ kind: "ready" });
    const own = this.#child.pid ?? 0;
    const before = new Map([...pids, own].map((pid) => [pid, cpuMicros(pid)]));
    const { count, seconds: took, p50, p99 } = await this.#order({ kind: "run", seconds });
    const usedBy = (pid: number) => cpuMicros(pid) - (before.get(pid) ?? Number.NaN);
    const used = pids.reduce((sum, pid) => sum + usedBy(pid), 0);
    return { rate: count / took, p50, p99, cpu: used / count, generator: usedBy(own) / count };
  }

  close(): void {
    this.#child.kill();
  }

  async #order(order: Order): Promise<Answered> {
    this.#child.send(order);
    const [answered] = (await once(this.#child, "message")) as [Answered & { error?: string }];
    if (answered.error) throw new Error(answered.error);
    return answered;
  }
}
