import { readFileSync } from "node:fs";
import { start, waitFor, type RunningProcess } from "../process.ts";
import type { Random } from "./random.ts";

/** The processes that a process has started itself; none where the system does not tell (Linux does). */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** So long after a part of it was killed the end of the whole is no surprise. Milliseconds. */
const CONSEQUENCE = 15_000;

function killPart(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}

/** A program that is killed and started again, again and again. */
export class Phoenix {
  readonly #args: readonly string[];
  readonly #env: Record<string, string>;
  readonly #readyUrl: string;
  #running: RunningProcess | null = null;
  readonly #lives: RunningProcess[] = [];
  #wanted = false;
  #partKilledAt = 0;
  /** How often it was killed by us, whole or one of its own processes. */
  kills = 0;
  /** What it printed when it ended by itself, which it must not. */
  readonly crashes: string[] = [];

  constructor(args: readonly string[], env: Record<string, string>, readyUrl: string) {
    this.#args = args;
    this.#env = env;
    this.#readyUrl = readyUrl;
  }

  /** Starts it without waiting until it answers. */
  rise(): void {
    this.#wanted = false;
    const running = start(this.#args, this.#env);
    // Nothing is left behind, however this process ends.
    const end = () => void running.child.kill("SIGKILL");
    process.once("exit", end);
    running.child.once("exit", () => process.off("exit", end));
    running.child.once("exit", (code, signal) => {
      if (this.#wanted || this.#running !== running) return;
      // A whole may give up because of the part that was killed before it was ready: who looks after it starts it again.
      if (Date.now() - this.#partKilledAt > CONSEQUENCE)
        this.crashes.push(`${signal ?? code}: ${running.output().slice(-2_000)}`);
      this.rise();
    });
    this.#running = running;
    this.#lives.push(running);
  }

  /** Resolves once it answers. */
  async ready(): Promise<void> {
    if (this.#running) await waitFor(this.#readyUrl, this.#running);
  }

  /** kill -9, of the whole or of one of the processes that it has started; the whole is started again. */
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

  /** What it printed in all its lives. */
  output(): string {
    return this.#lives.map((life) => life.output()).join("");
  }

  async stop(): Promise<void> {
    this.#wanted = true;
    await this.#running?.stop();
  }
}
