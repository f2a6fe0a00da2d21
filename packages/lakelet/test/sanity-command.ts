import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The `sanity` command as npm installs it. */
export const SANITY = dirname(createRequire(import.meta.url).resolve("@sanity/cli/package.json"));
export const PRELOAD = new URL("../src/cli.ts", import.meta.url).href;
export const WATCH = new URL("watch-network.mjs", import.meta.url).href;

interface Ended {
  code: number | null;
  output: string;
}

const MANY = fileURLToPath(new URL("many-commands.mjs", import.meta.url));

export interface SanityCommand {
  run(args: readonly string[], env?: Record<string, string>, cwd?: string): Promise<Ended>;
  /** Runs several in one process: starting it takes twenty times as long as most commands. If one ends it, its code and those after it are null. */
  runAll(lines: ReadonlyArray<readonly string[]>): Promise<Ended[]>;
  /** Where the commands so far have connected to, or tried to. */
  connected(): string[];
}

/** Creates a function that runs the `sanity` command on a lake, in a folder that is also its home. */
export function sanityCommand({ url, token }: { url: string; token: string }, folder: string): SanityCommand {
  const watched = join(folder, "watched.txt");
  writeFileSync(watched, "");
  const environment = {
    ...process.env,
    HOME: folder,
    CI: "1",
    LAKELET_URL: url,
    SANITY_AUTH_TOKEN: token,
    NODE_OPTIONS: `--import ${WATCH} --import ${PRELOAD}`,
    WATCHED_HOSTS: watched,
  };
  return {
    connected: () => [...new Set(readFileSync(watched, "utf8").trim().split("\n"))],
    async runAll(lines) {
      // One file keeps the order of what is written to both streams; two pipes do not.
      const printed = join(folder, "printed.txt");
      const file = openSync(printed, "w");
      const child = spawn(process.execPath, [MANY, join(SANITY, "bin/run.js"), JSON.stringify(lines)], {
        cwd: folder,
        stdio: ["ignore", file, file],
        env: environment,
      });
      closeSync(file);
      await once(child, "close");
      const parts = readFileSync(printed, "utf8").split(/\n--- ended with (\d+)\n/);
      return lines.map((_, index) => ({
        output: parts[2 * index] ?? "",
        code: parts[2 * index + 1] === undefined ? null : Number(parts[2 * index + 1]),
      }));
    },
    run: (args, env = {}, cwd = folder) => {
      const child = spawn(process.execPath, [join(SANITY, "bin/run.js"), ...args], {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...environment, ...env },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
    },
  };
}
