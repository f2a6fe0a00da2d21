import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pin } from "bench-kit/load";

const script = fileURLToPath(new URL("./server.ts", import.meta.url));

export interface LakeServer {
  pid: number;
  port: number;
  /** The write token. */
  token: string;
  /** Time to open the lake, wall clock and CPU, in ms. */
  start: { wall: number; cpu: number };
  stop(): Promise<void>;
}

/** Starts the lake and bare SQLite behind one server on one core, with this many documents. */
export async function startLakeServer(documents: number): Promise<LakeServer> {
  const directory = mkdtempSync(join(tmpdir(), "bench-lake-"));
  const child = spawn(process.execPath, [script, directory, String(documents)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const started = JSON.parse(String(line)) as Pick<LakeServer, "port" | "token" | "start">;
  pin(child.pid);
  return {
    ...started,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGINT");
      await once(child, "exit");
      rmSync(directory, { recursive: true });
    },
  };
}
