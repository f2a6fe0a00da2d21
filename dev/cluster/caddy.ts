import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/lib/run.mjs";

export interface CaddyOptions {
  port: number;
  /** Ports of the site's processes. */
  sites: readonly number[];
  /** Port of the process with the lake. */
  lake: number;
  /** Believe a caller's X-Forwarded-For, as behind another proxy: tests give each visitor an address that way. */
  trustsForwarded?: boolean;
}

export interface Caddy {
  origin: string;
  /** Sends requests to these ports from now on, without losing one. */
  reload(sites: readonly number[]): Promise<void>;
  output(): string;
  close(): Promise<void>;
}

const MISSING = "caddy is missing. On Debian: apt-get install caddy (npm test does that as root).";
const config = join(root, "Caddyfile");
const hostsOf = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(" ");

/** Starts Caddy on loopback with the project's Caddyfile. */
export async function startCaddy({ port, lake, sites, trustsForwarded }: CaddyOptions): Promise<Caddy> {
  const directory = mkdtempSync(join(tmpdir(), "caddy-"));
  const admin = `unix/${join(directory, "admin.sock")}`;
  const envOf = (to: readonly number[]) =>
    ({
      PATH: process.env.PATH ?? "",
      HOME: directory,
      CADDY_ADMIN: admin,
      CADDY_OPTIONS: "auto_https off",
      UPSTREAM_OPTIONS: trustsForwarded
        ? "header_up X-Forwarded-For {http.request.header.X-Forwarded-For}"
        : "",
      ADDRESS: `http://:${port}`,
      BIND: "127.0.0.1",
      PUBLIC_HOST: `localhost:${port}`,
      SITES: hostsOf(to),
      LAKE: hostsOf([lake]),
      PUBLIC_DIR: join(root, "public"),
    }) as unknown as NodeJS.ProcessEnv;
  const child = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
    env: envOf(sites),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const killed = () => void child.kill("SIGKILL");
  process.once("exit", killed);
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(MISSING, { cause })));
    child.once("exit", () => reject(new Error(`caddy ended:\n${printed}`)));
    child.stderr.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.includes("serving initial configuration")) resolve();
    });
  });
  return {
    origin: `http://localhost:${port}`,
    async reload(to) {
      const args = ["reload", "--config", config, "--adapter", "caddyfile", "--address", admin];
      await promisify(execFile)("caddy", args, { env: envOf(to) });
    },
    output: () => printed,
    async close() {
      process.off("exit", killed);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
