import { setImmediate as nextTurn } from "node:timers/promises";
import { LakeError, tooBusy, tooManyRequests } from "../model/errors.ts";
import { FairQueue } from "../model/fair-queue.ts";
import type { Question } from "../query/answer.ts";
import { MAX_RUNS } from "../query/deadline.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import type { FromReader, ToReader } from "./messages.ts";
import { Reader } from "./reader.ts";
import type { ReaderOptions } from "./reader.ts";
import { Shares } from "./shares.ts";

/** Waiting queries. */
const MAX_WAITING = { perCaller: 128, total: 512 };

/** Charged to the caller whose query ends the process: the next one has to load all documents. */
const RESTART_MS = 3000;

/** The process ends after this time without a query. */
const IDLE_MS = 5 * 60_000;

interface Task {
  id: number;
  caller: string;
  question: Question;
  signal: AbortSignal;
  resolve(bytes: Uint8Array<ArrayBuffer>): void;
  reject(error: unknown): void;
}

type ToListener = Extract<FromReader, { kind: "told" | "ended" }>;

export interface QueryProcessOptions extends Pick<
  ReaderOptions,
  "documents" | "includes" | "publicFrom" | "privateTypes" | "projectId" | "dataset" | "isNeeded"
> {
  /** Evaluation per caller and minute, in ms. Default unlimited. */
  shareMs?: number;
  /** Called with messages for listeners. */
  onMessage?: (message: ToListener) => void;
  /** Called when the process has ended. */
  onExit?: () => void;
}

/**
 * Evaluates queries one after another in a process of their own, which starts with the first. At worst a query ends that process.
 */
export class QueryProcess {
  readonly shares: Shares;
  readonly #options: QueryProcessOptions;
  readonly #queue = new FairQueue<Task>();
  #reader: Reader | undefined;
  #running: { task: Task; started: number; killer: NodeJS.Timeout } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;

  constructor(options: QueryProcessOptions) {
    this.#options = options;
    this.shares = new Shares(options.shareMs ?? Infinity);
  }

  /**
   * Evaluates a query. Resolves with the body of the response. Rejects with a LakeError: 400 for an invalid query, 429 if the
   * caller's share is used up, 503 under overload.
   */
  async ask(caller: string, question: Question, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    this.shares.check(caller);
    // Starting the process takes some 20 ms. The caller may just have evaluated for as long, so others come first.
    if (!this.#reader) await nextTurn();
    signal.throwIfAborted();
    if (this.#closed) throw tooBusy();
    if (this.#queue.waiting(caller) >= MAX_WAITING.perCaller)
      throw tooManyRequests("Too many of your queries are waiting", 5);
    if (this.#queue.size >= MAX_WAITING.total) throw tooBusy();
    return new Promise((resolve, reject) => {
      const task: Task = { id: this.#nextId, caller, question, signal, resolve, reject };
      this.#nextId += 1;
      signal.addEventListener("abort", () => this.#left(task), { once: true });
      this.#queue.push(caller, task);
      this.#next();
    });
  }

  /** Starts the process if there is none. */
  start(): void {
    this.#ensureReader();
  }

  /** Sends a message if there is a process. */
  send(message: ToReader): void {
    this.#reader?.send(message);
  }

  changed(transaction: CommittedTransaction): void {
    this.#reader?.changed(transaction);
  }

  /** Ends the process and rejects waiting queries. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (let task = this.#queue.shift(); task; task = this.#queue.shift()) task.reject(tooBusy());
    this.#reader?.kill();
  }

  /** Ends the process some time later unless it is needed. */
  stopWhenIdle(): void {
    clearTimeout(this.#idle);
    if (!this.#reader || this.#running || this.#options.isNeeded?.()) return;
    this.#idle = setTimeout(() => {
      this.#reader?.kill();
      this.#reader = undefined;
    }, IDLE_MS);
    this.#idle.unref();
  }

  #ensureReader(): Reader {
    clearTimeout(this.#idle);
    if (this.#reader) return this.#reader;
    const reader = new Reader({
      ...this.#options,
      onMessage: (message) => this.#handle(message),
      onReady: () => this.#next(),
      onExit: () => this.#handleExit(reader),
    });
    this.#reader = reader;
    return reader;
  }

  #next(): void {
    if (this.#running || this.#closed) return;
    if (this.#queue.size === 0) {
      this.#reader?.unref();
      return this.stopWhenIdle();
    }
    const reader = this.#ensureReader();
    reader.ref();
    // Until the process is ready, tasks stay in the queue, where leaving is cheap.
    const task = reader.isReady ? this.#nextAllowed() : undefined;
    if (!task) return;
    reader.send({ kind: "query", id: task.id, question: task.question });
    // If it exceeds its own deadlines, for parsing and evaluating, by far.
    const killer = setTimeout(() => reader.kill(), 2 * MAX_RUNS * task.question.limits.deadlineMs + 500);
    killer.unref();
    this.#running = { task, started: performance.now(), killer };
  }

  /** Takes the next task whose caller has not used up the share meanwhile. */
  #nextAllowed(): Task | undefined {
    for (let task = this.#queue.shift(); task; task = this.#queue.shift()) {
      try {
        this.shares.check(task.caller);
        return task;
      } catch (error) {
        task.reject(error);
      }
    }
    return undefined;
  }

  #handle(message: FromReader): void {
    if (message.kind === "told" || message.kind === "ended") return this.#options.onMessage?.(message);
    const task = message.kind === "ready" ? undefined : this.#finished(message.id);
    if (!task || message.kind === "ready") return;
    this.shares.charge(task.caller, message.ms);
    if (message.kind === "answered") task.resolve(message.bytes);
    else if (message.kind === "refused")
      task.reject(new LakeError(message.status, message.body, message.headers));
    // The interrupt was for the task before, whose caller left at the very end.
    else if (!task.signal.aborted) this.#queue.push(task.caller, task);
    else task.reject(task.signal.reason);
    this.#next();
  }

  /** Ends the running task if it has this id, and returns it. */
  #finished(id: number): Task | undefined {
    const running = this.#running;
    if (running?.task.id !== id) return undefined;
    clearTimeout(running.killer);
    this.#running = undefined;
    return running.task;
  }

  #left(task: Task): void {
    if (this.#queue.remove(task.caller, task)) task.reject(task.signal.reason);
    else if (this.#running?.task === task) this.#reader?.interrupt();
  }

  /** The process ended: a query exhausted V8 or could not be stopped, or the process was idle. */
  #handleExit(reader: Reader): void {
    if (this.#reader !== reader) return;
    this.#reader = undefined;
    const running = this.#running;
    if (running) {
      const { task, started } = running;
      this.#finished(task.id);
      this.shares.charge(task.caller, performance.now() - started + RESTART_MS);
      task.reject(tooBusy("The query could not be finished"));
    }
    this.#options.onExit?.();
    this.#next();
  }
}
