import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { start, waitFor, type RunningProcess } from "../support/process.ts";
import type { Random } from "./random.ts";

/** Returns the child processes of a process; none where /proc does not exist. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** How long after the kill of a child process the exit of its parent is expected. */
const CONSEQUENCE = 60_000;

function killPart(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just exited.
  }
}

let children: Set<ChildProcess> | null = null;

/** Kills a child when this process exits, however it does. */
function endsWithThisProcess(child: ChildProcess): void {
  if (children === null) {
    children = new Set();
    process.once("exit", () => children?.forEach((one) => void one.kill("SIGKILL")));
  }
  const alive = children.add(child);
  child.once("exit", () => alive.delete(child));
}

/** A program that is killed and restarted repeatedly. */
export class Phoenix {
  readonly #args: readonly string[];
  readonly #env: Record<string, string>;
  readonly #readyUrl: string;
  #running: RunningProcess | null = null;
  readonly #lives: RunningProcess[] = [];
  #wanted = false;
  #partKilledAt = 0;
  /** Number of kills, of the program or of a child process. */
  kills = 0;
  /** Output of the program when it exited by itself, which it must not. */
  readonly crashes: string[] = [];

  constructor(args: readonly string[], env: Record<string, string>, readyUrl: string) {
    this.#args = args;
    this.#env = env;
    this.#readyUrl = readyUrl;
  }

  /** Starts it without waiting until it is ready. */
  rise(): void {
    this.#wanted = false;
    const running = start(this.#args, this.#env);
    endsWithThisProcess(running.child);
    running.child.once("exit", (code, signal) => {
      if (this.#wanted || this.#running !== running) return;
      // The program may exit because a child process was killed during its start: restart it, as systemd would.
      if (Date.now() - this.#partKilledAt > CONSEQUENCE)
        this.crashes.push(`${signal ?? code}: ${running.output().slice(-2_000)}`);
      this.rise();
    });
    this.#running = running;
    this.#lives.push(running);
  }

  /** Resolves when it is ready, also when it exits during its start and is restarted. */
  async ready(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    await waitFor(this.#readyUrl, running).catch((error: unknown) => {
      if (this.#running === running) throw error;
      return this.ready();
    });
  }

  /** Sends SIGKILL to the program, which is restarted, or to one of its child processes. */
  async kill(random: Random): Promise<void> {
    const pid = this.#running?.child.pid;
    if (!this.#running || pid === undefined) return;
    this.kills += 1;
    const victim = random.pick([pid, ...childrenOf(pid)]);
    if (victim !== pid) {
      this.#partKilledAt = Date.now();
      return killPart(victim);
    }
    this.#wanted = true;
    await this.#running.kill();
    this.rise();
  }

  /** Sends SIGTERM, waits for the exit and starts it again, as a rolling restart does. Resolves to the exit code. */
  async restart(): Promise<number | null> {
    this.#wanted = true;
    const code = (await this.#running?.stop()) ?? null;
    this.rise();
    return code;
  }

  /** Process id of the current run. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /** Output of all its runs. */
  output(): string {
    return this.#lives.map((life) => life.output()).join("");
  }

  /** Sends SIGKILL for good. */
  async end(): Promise<void> {
    this.#wanted = true;
    await this.#running?.kill();
  }

  async stop(): Promise<void> {
    this.#wanted = true;
    await this.#running?.stop();
  }
}
