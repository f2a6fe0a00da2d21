import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface RedisServer {
  /** Path of its Unix socket. */
  socket: string;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

const MISSING =
  "redis-server is missing. On Debian: apt-get install redis-server (npm test does that as root).";

/** Starts a real Redis on a Unix socket in a temporary directory, without persistence. */
export async function startRedisServer(): Promise<RedisServer> {
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
    "no",
  ];
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  const killed = () => void child.kill("SIGKILL");
  process.once("exit", killed);
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(MISSING, { cause })));
    child.once("exit", () => reject(new Error(`redis-server ended:\n${printed}`)));
    child.stdout.on("data", (chunk) => {
      printed += String(chunk);
      if (/ready to accept connections/i.test(printed)) resolve();
    });
  });
  return {
    socket,
    async close() {
      process.off("exit", killed);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
