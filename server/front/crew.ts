import type { ChildProcess } from "node:child_process";
import { noCounters, sum, type Counters } from "./counters.ts";
import type { FromWorker, Notice, ToWorker } from "./messages.ts";

/** Whoever has not confirmed within so many milliseconds is ended: it must not go on showing what it has not heard of. */
const PATIENCE = 5_000;
/** How often the workers are asked whether they are there, in milliseconds. */
const EVERY = 5_000;

interface CrewOptions {
  /** What the state is that a new worker has to know, if there is something to know. */
  stateNow: () => Notice;
  joined: () => void;
  counted: (counters: Counters, workers: number) => void;
  patience?: number;
}

/** The workers that have said hello: each hears everything, in order. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #workers = new Map<ChildProcess, Counters>();
  readonly #confirmed = new Map<number, Set<ChildProcess>>();
  readonly #settled = new Map<number, () => void>();
  #ended = noCounters();
  #lastId = 0;

  constructor(options: CrewOptions) {
    this.#options = options;
    setInterval(() => void this.notify({ kind: "there?" }), EVERY).unref();
  }

  /** Takes a worker in as soon as it says hello, and forgets it when it ends. */
  add(worker: ChildProcess): void {
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "hello") this.#welcome(worker);
      if (message.kind === "confirmed") this.#settle(message.id, worker);
      if (message.kind !== "counted") return;
      this.#workers.set(worker, message.counters);
      this.#count();
    });
    worker.once("exit", () => {
      this.#ended = sum([this.#ended, this.#workers.get(worker) ?? noCounters()]);
      this.#workers.delete(worker);
      for (const id of this.#confirmed.keys()) this.#settle(id, worker);
      this.#count();
    });
  }

  /** Tells every worker something that needs no answer. */
  tell(message: ToWorker): void {
    for (const worker of this.#workers.keys()) send(worker, message);
  }

  /** Resolves once every worker has confirmed it or is gone. */
  notify(notice: Notice): Promise<void> {
    const id = (this.#lastId += 1);
    const waiting = new Set(this.#workers.keys());
    if (waiting.size === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      for (const worker of waiting) worker.kill("SIGKILL");
    }, this.#options.patience ?? PATIENCE);
    this.#confirmed.set(id, waiting);
    this.#settled.set(id, () => {
      clearTimeout(late);
      this.#confirmed.delete(id);
      this.#settled.delete(id);
      resolve();
    });
    for (const worker of waiting) send(worker, { kind: "notice", notice, id });
    return promise;
  }

  #welcome(worker: ChildProcess): void {
    this.#workers.set(worker, noCounters());
    // It has kept nothing yet, so nobody waits for it to confirm.
    send(worker, { kind: "notice", notice: this.#options.stateNow(), id: 0 });
    this.#options.joined();
    this.#count();
  }

  #settle(id: number, worker: ChildProcess): void {
    const waiting = this.#confirmed.get(id);
    waiting?.delete(worker);
    if (waiting?.size === 0) this.#settled.get(id)?.();
  }

  #count(): void {
    this.#options.counted(sum([this.#ended, ...this.#workers.values()]), this.#workers.size);
  }
}

/** A worker that just ended hears nothing any more; its end is told elsewhere. */
function send(worker: ChildProcess, message: ToWorker): void {
  if (worker.connected) worker.send(message, () => {});
}
