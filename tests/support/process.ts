import { execFile, spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Shares compiled code between starts of a program: saves a third of the CPU time of a start. */
const compiled = { NODE_COMPILE_CACHE: join(root, ".cache/compiled") };

export interface Watched {
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
}

export interface RunningProcess extends Watched {
  /** Resolves to the exit code of a program that ends by itself; its failure is not reported. */
  ended(): Promise<number | null>;
  /** Sends SIGTERM and waits for the exit; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** Returns the environment of a program: nothing of this one's but what finds programs. */
export const childEnv = (env: Record<string, string>) =>
  ({
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    ...compiled,
    ...env,
  }) as unknown as NodeJS.ProcessEnv;

/** Returns a function that returns what a program has printed so far. */
export function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let printed = "";
  for (const stream of [stdout, stderr]) stream?.on("data", (chunk) => (printed += String(chunk)));
  return () => printed;
}

/** Starts a program of the project with only this environment, and collects its output. */
export function start(args: readonly string[], env: Record<string, string>): RunningProcess {
  const child = spawn(process.execPath, args, { env: childEnv(env), stdio: ["ignore", "pipe", "pipe"] });
  const output = collectOutput(child);
  let wanted = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code, signal) => {
      // Report a program that exits in the middle of a test.
      if (!wanted && code !== 0)
        process.stderr.write(`${args.join(" ")} ended (${signal ?? code}):\n${output()}\n`);
      resolve(code);
    });
  });
  return {
    child,
    output,
    ended() {
      wanted = true;
      return ended;
    },
    stop() {
      wanted = true;
      child.kill("SIGTERM");
      return ended;
    },
    async kill() {
      wanted = true;
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Polls until `url` responds with 200. Throws with the program's output when it exits first or takes a minute. */
export async function waitFor(url: string, running: Watched): Promise<void> {
  for (let round = 0; round < 600; round++) {
    if (running.child.exitCode !== null)
      throw new Error(`It ended with ${running.child.exitCode}:\n${running.output()}`);
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error(`${url} never answered:\n${running.output()}`);
}

/** Runs a command of the project, such as `backup`, with this as its input. Resolves to its exit code and output. */
export function runScript(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  input = "",
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const script = join(root, "scripts", `${name}.ts`);
    const options = { env: childEnv(env) };
    const child = execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === "number" ? error.code : error ? 1 : 0,
        output: stdout + stderr,
      }),
    );
    child.stdin?.end(input);
  });
}
