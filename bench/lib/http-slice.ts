import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answered, Load } from "./http-load.ts";
import { canPin, cpuMicros } from "./load.ts";
import type { Slice } from "./load.ts";

const client = fileURLToPath(new URL("http-load.ts", import.meta.url));

/** Loads a server for a while from a process of its own, on the other core. `pid` is the server's. */
export async function httpSlice(load: Load, pid: number): Promise<Slice> {
  const [command, args] = canPin
    ? ["taskset", ["-c", "1", process.execPath, client]]
    : [process.execPath, [client]];
  const before = cpuMicros(pid);
  const { count, p50, p99 } = await new Promise<Answered>((resolve, reject) => {
    const child = execFile(command, args, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout) as Answered),
    );
    child.stdin?.end(JSON.stringify(load));
  });
  return { rate: count / load.seconds, p50, p99, cpu: (cpuMicros(pid) - before) / count, evenness: 1 };
}
