import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface RedisServer {
  /** Path of its Unix socket. */
  socket: string;
  /** Kills it, and starts it on the same socket after `downMs`. Without `isDurable` everything is gone. */
  restart(downMs: number): Promise<void>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

const MISSING =
  "redis-server is missing. On Debian: apt-get install redis-server (npm test does that as root).";

/** Resolves when it accepts connections. */
async function run(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(MISSING, { cause })));
    child.once("exit", () => reject(new Error(`redis-server ended:\n${printed}`)));
    child.stdout.on("data", (chunk) => {
      printed += String(chunk);
      if (/ready to accept connections/i.test(printed)) resolve();
    });
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Starts a real Redis on a Unix socket in a temporary directory. `isDurable`: what it acknowledged is on the disk. */
export async function startRedisServer({ isDurable = false } = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), "redis-"));
  const socket = join(directory, "redis.sock");
  const args = [
    "--port",
    "0",
    "--unixsocket",
    socket,
    "--dir",
    directory,
    "--save",
    "",
    "--appendonly",
    isDurable ? "yes" : "no",
    "--appendfsync",
    "always",
  ];
  let child = await run(args);
  const killed = () => void child.kill("SIGKILL");
  process.once("exit", killed);
  return {
    socket,
    async restart(downMs) {
      await kill(child);
      await sleep(downMs);
      child = await run(args);
    },
    async close() {
      process.off("exit", killed);
      await kill(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
