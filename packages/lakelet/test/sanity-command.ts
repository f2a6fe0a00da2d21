import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The `sanity` command as npm installs it. */
export const SANITY = dirname(createRequire(import.meta.url).resolve("@sanity/cli/package.json"));
export const PRELOAD = new URL("../src/cli.ts", import.meta.url).href;
export const WATCH = new URL("watch-network.mjs", import.meta.url).href;

export interface SanityCommand {
  run(
    args: readonly string[],
    env?: Record<string, string>,
    cwd?: string,
  ): Promise<{ code: number | null; output: string }>;
  /** Where the commands so far have connected to, or tried to. */
  connected(): string[];
}

/** Creates a function that runs the `sanity` command on a lake, in a folder that is also its home. */
export function sanityCommand({ url, token }: { url: string; token: string }, folder: string): SanityCommand {
  const watched = join(folder, "watched.txt");
  writeFileSync(watched, "");
  return {
    connected: () => [...new Set(readFileSync(watched, "utf8").trim().split("\n"))],
    run: (args, env = {}, cwd = folder) => {
      const child = spawn(process.execPath, [join(SANITY, "bin/run.js"), ...args], {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          HOME: folder,
          CI: "1",
          LAKELET_URL: url,
          SANITY_AUTH_TOKEN: token,
          NODE_OPTIONS: `--import ${WATCH} --import ${PRELOAD}`,
          WATCHED_HOSTS: watched,
          ...env,
        },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
    },
  };
}
