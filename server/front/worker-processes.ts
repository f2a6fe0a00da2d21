import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Backoff } from "./backoff.ts";
import type { Crew } from "./crew.ts";
import type { Door } from "./door.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const program = fileURLToPath(new URL("worker.ts", import.meta.url));

/** In this time who is connected asks again and is told to connect anew, in milliseconds. */
const LINGER = 2_000;

interface WorkerProcessesOptions {
  count: number;
  directory: string;
  env: NodeJS.ProcessEnv;
  crew: Crew;
  door: Pick<Door, "add" | "remove">;
}

/** The workers: as many as there should be, each started again when it ends. */
export class WorkerProcesses {
  readonly #options: WorkerProcessesOptions;
  readonly #backoff = new Backoff();
  readonly #running = new Set<ChildProcess>();
  readonly #leaving = new Set<ChildProcess>();
  #stopped = false;

  constructor(options: WorkerProcessesOptions) {
    this.#options = options;
  }

  start(): void {
    for (let n = 0; n < this.#options.count; n++) void this.#add();
  }

  /** One after another: the next one is there before the one it replaces goes. */
  async replaceAll(): Promise<void> {
    const old = [...this.#running];
    for (const worker of old) {
      await this.#add();
      await this.#leave(worker, { linger: LINGER, cut: true });
    }
  }

  /** Lets all of them finish what they have begun. Streams are the core's to end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#running].map((worker) => this.#leave(worker, { linger: 0, cut: false })));
  }

  kill(): void {
    for (const worker of this.#running) worker.kill("SIGKILL");
  }

  /** Resolves when it takes callers, or has ended before that. */
  async #add(): Promise<void> {
    const { directory, env, crew, door } = this.#options;
    const startedAt = performance.now();
    const worker = fork(program, [directory], { env });
    this.#running.add(worker);
    crew.add(worker);
    worker.on("error", () => {}); // its exit tells the same
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.on("message", (message: FromWorker) => {
      if (message.kind !== "hello") return;
      if (!this.#leaving.has(worker)) door.add(worker);
      resolve();
    });
    worker.once("exit", () => {
      this.#ended(worker, performance.now() - startedAt);
      resolve();
    });
    await promise;
  }

  async #leave(worker: ChildProcess, options: { linger: number; cut: boolean }): Promise<void> {
    this.#leaving.add(worker);
    this.#options.door.remove(worker);
    if (!worker.connected) return;
    const ended = once(worker, "exit");
    const message: ToWorker = { kind: "stop", ...options };
    worker.send(message, () => {});
    await ended;
  }

  #ended(worker: ChildProcess, ran: number): void {
    this.#running.delete(worker);
    this.#options.door.remove(worker);
    if (this.#leaving.delete(worker) || this.#stopped) return;
    setTimeout(() => {
      if (!this.#stopped) void this.#add();
    }, this.#backoff.next(ran));
  }
}
