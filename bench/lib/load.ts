import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Result } from "autocannon";

const autocannon = fileURLToPath(new URL("../../node_modules/autocannon/autocannon.js", import.meta.url));
const CONNECTIONS = 32;

export const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Keeps a server on one core, away from the one that makes the load. Without `taskset` nothing happens. */
export function pin(pid: number | undefined, core = 0): void {
  if (canPin && pid) spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)]);
}

/** Processor time that a process has used, in microseconds; NaN where the system does not tell (proc(5)). */
export function cpuMicros(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

export interface Slice {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Processor time of all processes of the server for one answer, in microseconds. */
  cpu: number;
  /** Of the busiest process beside the least busy one; 1 when they do alike. */
  evenness: number;
}

export interface Target {
  url: string;
  /** Its processes. */
  pids: readonly number[];
  /** Those among them that share the work. */
  sharing?: readonly number[];
  headers: Readonly<Record<string, string>>;
  /** The only status that counts as an answer. */
  status: number;
}

/** Loads one server for a while, from a process of its own on the other core. */
export async function slice(target: Target, seconds: number): Promise<Slice> {
  const { url, pids, sharing = [], headers, status } = target;
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const args = [autocannon, "-j", "-c", String(CONNECTIONS), "-d", String(seconds), ...given, url];
  const before = new Map(pids.map((pid) => [pid, cpuMicros(pid)]));
  const [command, all] = canPin
    ? ["taskset", ["-c", "1", process.execPath, ...args]]
    : [process.execPath, args];
  const { stdout } = await promisify(execFile)(command, all, { maxBuffer: 1e8 });
  const usedBy = (pid: number) => cpuMicros(pid) - (before.get(pid) ?? Number.NaN);
  const used = pids.reduce((sum, pid) => sum + usedBy(pid), 0);
  const shares = sharing.map(usedBy);
  const result = JSON.parse(stdout) as Result & { statusCodeStats: Record<string, { count: number }> };
  const good = result.statusCodeStats[status]?.count ?? 0;
  const asked = result.requests.total;
  if (good === 0 || good < asked * 0.999 || result.errors > 0)
    throw new Error(`${url}: ${good} of ${asked} with ${status}, ${result.errors} errors`);
  return {
    rate: good / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: used / good,
    evenness: shares.length > 1 ? Math.min(...shares) / Math.max(...shares) : 1,
  };
}
