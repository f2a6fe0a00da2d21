import { LakeError, tooBusy, tooManyRequests } from "../errors.ts";
import { FairQueue } from "../fair-queue.ts";
import type { EventSink } from "../listen/event-stream.ts";
import { PUBLIC_QUERIES } from "../limits.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import type { FromReader, PublicListener, PublicQuery } from "./messages.ts";
import { Reader } from "./reader.ts";
import type { ReaderOptions } from "./reader.ts";
import { Shares } from "./shares.ts";

/** Waiting queries. */
const MAX_WAITING = { perCaller: 128, total: 512 };

const MAX_LISTENERS = { perCaller: 8, total: 200 };

const MIB = 1024 * 1024;

/** Size of the bodies that clients have not read yet. */
const MAX_UNREAD_BYTES = 64 * MIB;

/** How long a client may take to read a body, in ms, and as much again for each MiB of it. */
const READ_TIMEOUT_MS = 30_000;

/** A body is sent in pieces of this size, so that how much of it has been read is known. */
const CHUNK_BYTES = 64 * 1024;

/** The process is killed if it exceeds its own deadlines by far. */
const KILL_AFTER_MS = 2 * PUBLIC_QUERIES.deadlineMs + 500;

/** Charged to the caller whose query ends the process: the next one has to load all documents. */
const RESTART_MS = 3000;

/** The process ends after this time without a query. */
const IDLE_MS = 5 * 60_000;

interface Task {
  id: number;
  caller: string;
  question: PublicQuery;
  signal: AbortSignal;
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

interface Listening {
  /** Its id in the process, if it has a query. */
  id: number | undefined;
  caller: string;
  sink: EventSink;
}

const interrupted = (): LakeError =>
  new LakeError(
    503,
    { statusCode: 503, error: "Service Unavailable", message: "The query could not be finished" },
    { "retry-after": "5" },
  );

/**
 * Evaluates strangers' queries one after another in a process of their own, within a share per caller. At worst a query ends
 * that process.
 */
export class PublicRead {
  readonly #options: Pick<ReaderOptions, "documents" | "projectId" | "dataset">;
  readonly #shares: Shares;
  readonly #queue = new FairQueue<Task>();
  readonly #listeners = new Set<Listening>();
  #reader: Reader | undefined;
  #running: { task: Task; started: number; killer: NodeJS.Timeout } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  #unreadBytes = 0;
  #closed = false;

  /** `shareMs`: evaluation per caller and minute, in ms. */
  constructor(options: Pick<ReaderOptions, "documents" | "projectId" | "dataset">, shareMs = 15_000) {
    this.#options = options;
    this.#shares = new Shares(shareMs);
  }

  /**
   * Evaluates a query. Resolves with the body of the response. Rejects with a LakeError: 400 for an invalid query, 429 if the
   * caller's share is used up, 503 under overload.
   */
  async ask(caller: string, question: PublicQuery, signal: AbortSignal): Promise<Uint8Array> {
    this.#shares.check(caller);
    if (this.#closed) throw tooBusy();
    if (this.#queue.waiting(caller) >= MAX_WAITING.perCaller)
      throw tooManyRequests("Too many of your queries are waiting", 5);
    if (this.#queue.size >= MAX_WAITING.total || this.#unreadBytes >= MAX_UNREAD_BYTES) throw tooBusy();
    return new Promise((resolve, reject) => {
      const task: Task = { id: this.#nextId, caller, question, signal, resolve, reject };
      this.#nextId += 1;
      signal.addEventListener("abort", () => this.#left(task), { once: true });
      this.#queue.push(caller, task);
      this.#next();
    });
  }

  /**
   * Returns a response body that counts as unread until the client has read it or left. A client that takes too long is cut
   * off: the stream fails.
   * @throws LakeError 503 while strangers leave too much unread
   */
  hold(bytes: Uint8Array, timeoutMs = READ_TIMEOUT_MS): ReadableStream<Uint8Array> {
    const size = bytes.byteLength;
    if (this.#unreadBytes + size > MAX_UNREAD_BYTES) throw tooBusy();
    this.#unreadBytes += size;
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    const release = (): void => {
      if (timer) this.#unreadBytes -= size;
      clearTimeout(timer);
      timer = undefined;
    };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          timer = setTimeout(
            () => {
              release();
              controller.error(new Error("The response was not read in time"));
            },
            timeoutMs * (1 + size / MIB),
          );
          timer.unref();
        },
        pull(controller) {
          if (sent < size) {
            controller.enqueue(bytes.subarray(sent, sent + CHUNK_BYTES));
            sent += CHUNK_BYTES;
            return;
          }
          release();
          controller.close();
        },
        cancel: release,
      },
      { highWaterMark: 0 },
    );
  }

  /**
   * Sends events of transactions, without their author, until the sink ends or the returned function is called.
   */
  listen(caller: string, listener: PublicListener, sink: EventSink): () => void {
    const id = this.#nextId;
    this.#nextId += 1;
    const forget = this.countListener(caller, sink, id);
    this.#ensureReader().send({ kind: "listen", id, listener });
    return () => {
      forget();
      this.#reader?.send({ kind: "leave", id });
      this.#stopWhenIdle();
    };
  }

  /** Counts a listener without a query. Returns a function that uncounts it. */
  countListener(caller: string, sink: EventSink, id?: number): () => void {
    const listening = { caller, sink, id };
    this.#listeners.add(listening);
    return () => void this.#listeners.delete(listening);
  }

  /** @throws LakeError 429 or 503 if the caller may not open another listener */
  checkListeners(caller: string): void {
    this.#shares.check(caller);
    if (this.#listeners.size >= MAX_LISTENERS.total) throw tooBusy();
    const own = [...this.#listeners].filter((one) => one.caller === caller);
    if (own.length >= MAX_LISTENERS.perCaller) throw tooManyRequests("Too many listeners", 30);
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
    if (this.#queue.size === 0) return this.#stopWhenIdle();
    const reader = this.#ensureReader();
    // Until the process is ready, tasks stay in the queue, where leaving is cheap.
    const task = reader.isReady ? this.#nextAllowed() : undefined;
    if (!task) return;
    reader.send({ kind: "query", id: task.id, question: task.question });
    const killer = setTimeout(() => reader.kill(), KILL_AFTER_MS);
    killer.unref();
    this.#running = { task, started: performance.now(), killer };
  }

  /** Takes the next task whose caller has not used up the share meanwhile. */
  #nextAllowed(): Task | undefined {
    for (let task = this.#queue.shift(); task; task = this.#queue.shift()) {
      try {
        this.#shares.check(task.caller);
        return task;
      } catch (error) {
        task.reject(error);
      }
    }
    return undefined;
  }

  #handle(message: FromReader): void {
    if (message.kind === "told" || message.kind === "ended") return this.#deliver(message);
    const task = message.kind === "ready" ? undefined : this.#finished(message.id);
    if (!task || message.kind === "ready") return;
    this.#shares.charge(task.caller, message.ms);
    if (message.kind === "answered") task.resolve(message.bytes);
    else if (message.kind === "refused") task.reject(new LakeError(message.status, message.body));
    // The interrupt was for the task before, whose caller left at the very end.
    else if (!task.signal.aborted) this.#queue.push(task.caller, task);
    else task.reject(task.signal.reason);
    this.#next();
  }

  #deliver(message: Extract<FromReader, { kind: "told" | "ended" }>): void {
    const listening = [...this.#listeners].find(({ id }) => id === message.id);
    if (!listening) return;
    this.#shares.charge(listening.caller, message.ms);
    if (message.bytes.byteLength > 0) listening.sink.write(message.bytes);
    if (message.kind === "ended" || this.#shares.isUsedUp(listening.caller)) listening.sink.end();
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
      this.#shares.charge(task.caller, performance.now() - started + RESTART_MS);
      task.reject(interrupted());
    }
    for (const { id, sink } of this.#listeners) if (id !== undefined) sink.end();
    this.#next();
  }

  #stopWhenIdle(): void {
    clearTimeout(this.#idle);
    if (!this.#reader || this.#running) return;
    if ([...this.#listeners].some(({ id }) => id !== undefined)) return;
    this.#idle = setTimeout(() => {
      this.#reader?.kill();
      this.#reader = undefined;
    }, IDLE_MS);
    this.#idle.unref();
  }
}
