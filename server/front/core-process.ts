import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Backoff } from "./backoff.ts";
import { sockets, type FromCore, type ToCore } from "./messages.ts";

const program = fileURLToPath(new URL("../core.ts", import.meta.url));

interface CoreProcessOptions {
  directory: string;
  env: NodeJS.ProcessEnv;
  heard: (message: FromCore) => void;
  /** Called when it is gone, or about to go; the next one is started only after it is done. */
  away: () => Promise<void>;
  /** Called when it ended before it ever answered. */
  neverStarted: () => void;
}

/** The core: one at a time, started again when it ends. */
export class CoreProcess {
  readonly #options: CoreProcessOptions;
  readonly #backoff = new Backoff();
  #child: ChildProcess | null = null;
  #ready = Promise.withResolvers<void>();
  #everReady = false;
  /** True while its end is what was asked for. */
  #wanted = false;
  #stopped = false;

  constructor(options: CoreProcessOptions) {
    this.#options = options;
  }

  start(): void {
    const { directory, env, heard } = this.#options;
    // Its sockets are left behind when it is killed.
    for (const path of Object.values(sockets(directory))) rmSync(path, { force: true });
    const startedAt = performance.now();
    const child = fork(program, [directory, this.#everReady ? "again" : "first"], { env });
    this.#child = child;
    child.on("message", (message: FromCore) => {
      heard(message);
      if (message.kind !== "ready") return;
      this.#everReady = true;
      this.#ready.resolve();
    });
    child.once("exit", () => void this.#ended(performance.now() - startedAt));
  }

  tell(message: ToCore): void {
    if (this.#child?.connected) this.#child.send(message, () => {});
  }

  /** Lets it finish what it has begun, starts the next one, and resolves when that one answers. */
  async replace(): Promise<void> {
    await this.#options.away();
    this.#wanted = true;
    this.#ready = Promise.withResolvers();
    this.tell({ kind: "stop" });
    await this.#ready.promise;
  }

  /** Stops it for good. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.tell({ kind: "stop" });
    await ended;
  }

  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  async #ended(ran: number): Promise<void> {
    if (this.#stopped) return;
    if (!this.#everReady) return this.#options.neverStarted();
    await this.#options.away();
    const wait = this.#wanted ? 0 : this.#backoff.next(ran);
    this.#wanted = false;
    setTimeout(() => {
      if (!this.#stopped) this.start();
    }, wait);
  }
}
