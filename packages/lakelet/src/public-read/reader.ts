import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { MIB } from "../model/limits.ts";
import type { PublicFrom } from "../model/public-from.ts";
import type { ChangeWatch } from "../store/checkpoint.ts";
import type { DocumentIndex } from "../store/document-index.ts";
import { batchesBefore } from "../store/documents-before.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import type { FromReader, ToReader } from "./messages.ts";

const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./reader-process.ts" : "./reader-process.js", import.meta.url),
);

/** Heap of the process for evaluating, in bytes, besides what the documents take. */
const HEAP_BYTES = 256 * MIB;
const HEAP_PER_DOCUMENT_BYTES = 6 * 1024;

/** Changes per message, so that this thread serves other requests in between. */
const BATCH = 200;

export interface ReaderOptions {
  documents: DocumentIndex;
  /** True for the documents that the process gets. */
  includes(id: string, type: string): boolean;
  /** Types that editors do not see in the process. Default: none. */
  privateTypes?: ReadonlySet<string>;
  /** By type the attribute with the date before which the process shows a document to nobody. Default: none. */
  publicFrom?: PublicFrom;
  projectId: string;
  dataset: string;
  onMessage(message: FromReader): void;
  /** True while the process has listeners. */
  isNeeded?: () => boolean;
  /** Called once the process has all documents. */
  onReady(): void;
  /** Called when the process has ended. */
  onExit(): void;
}

/** A process that evaluates queries on its own copy of the documents, updated with every transaction. */
export class Reader {
  readonly #child: ChildProcess;
  readonly #options: ReaderOptions;
  readonly #indexed = new Set<string>();
  /** Documents as they were before their first change since the start: changes are sent after all documents. */
  readonly #changed: ChangeWatch["changed"] = new Map();
  /** Messages to send, in order, once all documents are sent. */
  readonly #outbox: ToReader[] = [];
  #isReady = false;
  #isSending = false;

  /** Starts the process. Messages wait until it is ready. */
  constructor(options: ReaderOptions) {
    this.#options = options;
    const heapMb = Math.ceil((HEAP_BYTES + options.documents.size * HEAP_PER_DOCUMENT_BYTES) / MIB);
    const child = fork(PROGRAM, {
      // No secrets and options of this process.
      env: { NODE_ENV: "production" },
      execArgv: [`--max-old-space-size=${heapMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child = child;
    child.on("message", (message: FromReader) => {
      if (message.kind === "ready") this.#becomeReady();
      else options.onMessage(message);
    });
    // A message that cannot be sent is followed by `exit`.
    child.on("error", () => {});
    child.once("exit", () => options.onExit());
    // Where cores are scarce, everyone else goes first.
    child.once("spawn", () => {
      if (child.pid !== undefined && child.exitCode === null)
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    });
    this.unref();
    void this.#fill();
  }

  /** Keeps this process running until `unref`, such as a script that waits for a result. */
  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  send(message: ToReader): void {
    this.#outbox.push(message);
    void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    if (!this.#isReady || this.#isSending) return;
    this.#isSending = true;
    for (let message = this.#outbox.shift(); message; message = this.#outbox.shift()) {
      this.#sendIndexes();
      const sent = this.#write(message);
      // Serializing thousands of documents in one turn would make others wait.
      if (message.kind === "changes") await sent;
    }
    this.#isSending = false;
  }

  /** Sends the changes of its documents. */
  changed({ transactionId, timestamp, changes }: CommittedTransaction): void {
    const seen = changes.filter(({ id, type }) => this.#options.includes(id, type));
    if (seen.length === 0) return;
    if (!this.#isReady)
      for (const { id, before } of seen)
        if (!this.#changed.has(id)) this.#changed.set(id, before && { document: before, seq: 0 });
    const hasListeners = this.#options.isNeeded?.() ?? false;
    const sent = seen.map(({ id, type, after, mutations }) => ({
      id,
      type,
      after,
      // Only listeners get them.
      mutations: hasListeners ? mutations : [],
    }));
    let from = 0;
    for (; sent.length - from > BATCH; from += BATCH)
      this.send({ kind: "changes", changes: sent.slice(from, from + BATCH) });
    this.send({ kind: "changed", transactionId, timestamp, changes: sent.slice(from) });
  }

  /** Ends the running evaluation. */
  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Resolves once the message is sent, with false if the process has ended. */
  #write(message: ToReader): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.#child.connected) return resolve(false);
      this.#child.send(message, (error) => resolve(error === null));
    });
  }

  async #fill(): Promise<void> {
    const { documents, includes, projectId, dataset } = this.#options;
    const { publicFrom = new Map(), privateTypes = new Set<string>() } = this.#options;
    await this.#write({ kind: "setup", projectId, dataset, publicFrom, privateTypes });
    for (const batch of batchesBefore({ changed: this.#changed }, documents)) {
      const sent = batch.filter(({ _id, _type }) => includes(_id, _type));
      if (!(await this.#write({ kind: "documents", documents: sent }))) return;
    }
    await this.#write({ kind: "filled" });
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#changed.clear();
    void this.#sendAll();
    this.#options.onReady();
  }

  /** The process indexes the attributes and orders that queries of the site and of known callers have had indexed here. */
  #sendIndexes(): void {
    for (const key of this.#options.documents.indexed) {
      const name = JSON.stringify(key);
      if (this.#indexed.has(name)) continue;
      this.#indexed.add(name);
      void this.#write({ kind: "index", key });
    }
  }
}
