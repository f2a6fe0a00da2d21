import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

export interface ServedLake {
  child: ChildProcess;
  url: string;
  /** What it has printed so far. */
  output(): string;
  /** Ends the process, as Ctrl-C does by default, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the command in a folder. Resolves once it has printed how to reach it. */
export async function serveLake(args: readonly string[], folder: string): Promise<ServedLake> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The lake command ended with ${code}`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, found] = / at (http:\S+)\n[^]*token: /.exec(output) ?? [];
      if (found) resolve(found);
    });
  });
  const stop = async (signal: NodeJS.Signals = "SIGINT"): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return { child, url, output: () => output, stop };
}

/** Starts the command on a directory. Resolves once it listens. */
export async function startLakeProcess(directory: string): Promise<LakeProcess> {
  const { child, url, stop } = await serveLake(["--data", directory, "--port", "0"], directory);
  const client = clientOn(url, { token: readTokens(directory).write });
  return { child, url, client, kill: () => stop("SIGKILL") };
}

interface CommandResult {
  code: number | null;
  output: string;
  errors: string;
}

/** Starts a process that runs commands which end, one at a time. */
export function commandRunner() {
  const child = fork(fileURLToPath(new URL("run-commands.ts", import.meta.url)));
  return {
    run: async (args: readonly string[], folder: string): Promise<CommandResult> => {
      child.send({ args, folder });
      const [result] = (await once(child, "message")) as [CommandResult];
      return result;
    },
    stop: (): void => void child.kill(),
  };
}

/** Runs one command to its end. */
export async function runLakeCommand(args: readonly string[], folder: string): Promise<CommandResult> {
  const { run, stop } = commandRunner();
  return run(args, folder).finally(stop);
}
