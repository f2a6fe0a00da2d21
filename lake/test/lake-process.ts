import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SanityClient } from "@sanity/client";
import { clientOn } from "./start-lake.ts";

const COMMAND = fileURLToPath(new URL("../bin/lake.ts", import.meta.url));

export interface LakeProcess {
  child: ChildProcess;
  url: string;
  /** With the write token. */
  client: SanityClient;
  /** Kills the process, as a power cut would, and waits for its end. */
  kill(): Promise<void>;
}

/** Returns the tokens of a directory. */
export const readTokens = (directory: string): { read: string; write: string } =>
  JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as { read: string; write: string };

/** Starts the `lake` command. Resolves once it listens. */
export async function startLakeProcess(directory: string): Promise<LakeProcess> {
  const child = spawn(process.execPath, [COMMAND, "--directory", directory, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The lake command ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [found] = /http:\/\/\S+/.exec(line) ?? [];
      if (found) resolve(found);
    });
  });
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  return { child, url, client: clientOn(url, { token: readTokens(directory).write }), kill };
}

/** Runs the command to its end. Resolves with its output and exit code. */
export async function runLakeCommand(args: string[]): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, errors };
}
