import type { EventSink } from "../listen/event-stream.ts";
import { isPublicId } from "../model/document.ts";
import { tooBusy, tooManyRequests } from "../model/errors.ts";
import { PUBLIC_QUERIES, MIB } from "../model/limits.ts";
import type { PublicQuery } from "../query/answer.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import type { FromReader, PublicListener } from "./messages.ts";
import { QueryProcess } from "./query-process.ts";
import type { QueryProcessOptions } from "./query-process.ts";

const MAX_LISTENERS = { perCaller: 8, total: 200 };

/** Size of the bodies that clients have not read yet. */
const MAX_UNREAD_BYTES = 64 * MIB;

/** How long a client may take to read a body, in ms, and as much again for each MiB of it. */
const READ_TIMEOUT_MS = 30_000;

/** A body is sent in pieces of this size, so that how much of it has been read is known. */
const CHUNK_BYTES = 64 * 1024;

interface Listening {
  /** Its id in the process, if it has a query. */
  id: number | undefined;
  caller: string;
  sink: EventSink;
}

const SCOPE = { perspective: { kind: "public" }, role: null, identity: "<anonymous>" } as const;

/** Evaluates strangers' queries in a process with public documents only, within a share per caller. */
export class PublicRead {
  readonly #process: QueryProcess;
  readonly #listeners = new Set<Listening>();
  #nextId = 1;
  #unreadBytes = 0;

  /** `shareMs`: evaluation per caller and minute, in ms. */
  constructor(
    options: Pick<QueryProcessOptions, "documents" | "publicFrom" | "privateTypes" | "projectId" | "dataset">,
    shareMs = 15_000,
  ) {
    this.#process = new QueryProcess({
      ...options,
      includes: (id, type) => isPublicId(id) && !options.privateTypes?.has(type),
      shareMs,
      onMessage: (message) => this.#deliver(message),
      onExit: () => {
        for (const { id, sink } of this.#listeners) if (id !== undefined) sink.end();
      },
      isNeeded: () => [...this.#listeners].some(({ id }) => id !== undefined),
    });
  }

  /** As `QueryProcess.ask`. Rejects with 503 while strangers leave too much unread, too. */
  async ask(caller: string, question: PublicQuery, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    this.#process.shares.check(caller);
    if (this.#unreadBytes >= MAX_UNREAD_BYTES) throw tooBusy();
    return this.#process.ask(caller, { ...question, ...SCOPE, limits: PUBLIC_QUERIES }, signal);
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
    this.#process.start();
    this.#process.send({ kind: "listen", id, listener });
    return () => {
      forget();
      this.#process.send({ kind: "leave", id });
      this.#process.stopWhenIdle();
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
    this.#process.shares.check(caller);
    if (this.#listeners.size >= MAX_LISTENERS.total) throw tooBusy();
    const own = [...this.#listeners].filter((one) => one.caller === caller);
    if (own.length >= MAX_LISTENERS.perCaller) throw tooManyRequests("Too many listeners", 30);
  }

  changed(transaction: CommittedTransaction): void {
    this.#process.changed(transaction);
  }

  /** Ends the process and rejects waiting queries. */
  close(): void {
    this.#process.close();
  }

  #deliver(message: Extract<FromReader, { kind: "told" | "ended" }>): void {
    const listening = [...this.#listeners].find(({ id }) => id === message.id);
    if (!listening) return;
    this.#process.shares.charge(listening.caller, message.ms);
    if (message.bytes.byteLength > 0) listening.sink.write(message.bytes);
    if (message.kind === "ended" || this.#process.shares.isUsedUp(listening.caller)) listening.sink.end();
  }
}
