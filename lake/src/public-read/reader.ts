import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { isPublicId } from "../document.ts";
import type { DocumentIndex } from "../store/document-index.ts";
import type { CommittedTransaction } from "../store/store.ts";
import type { FromReader, ToReader } from "./messages.ts";

const PROGRAM = fileURLToPath(new URL("./reader-process.ts", import.meta.url));

const MB = 1024 * 1024;

/** Heap of the process: what public documents take, and this for evaluating. Bytes. */
const HEAP_BYTES = 256 * MB;
const HEAP_PER_DOCUMENT_BYTES = 6 * 1024;

/** Documents that are handed over at a time, so that this thread serves others in between. */
const BATCH = 200;

export interface ReaderOptions {
  documents: DocumentIndex;
  projectId: string;
  dataset: string;
  heard(message: FromReader): void;
  /** Called when the process holds all documents. */
  ready(): void;
  /** Called when the process is gone. */
  ended(): void;
}

/** One process that evaluates strangers' queries over the public documents, kept in step with every transaction. */
export class Reader {
  readonly #child: ChildProcess;
  readonly #options: ReaderOptions;
  readonly #indexed = new Set<string>();
  /** What is sent once all documents are there. */
  #waiting: ToReader[] | null = [];

  /** Starts the process. What is sent to it before it is ready waits. */
  constructor(options: ReaderOptions) {
    this.#options = options;
    const heapMb = Math.ceil((HEAP_BYTES + options.documents.size * HEAP_PER_DOCUMENT_BYTES) / MB);
    const child = fork(PROGRAM, {
      // None of this process's secrets and options.
      env: { NODE_ENV: "production" },
      execArgv: [`--max-old-space-size=${heapMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child = child;
    child.on("message", (message: FromReader) => {
      if (message.kind === "ready") this.#becomeReady();
      else options.heard(message);
    });
    // Its end is what counts; a message that cannot be sent is one of its signs.
    child.on("error", () => {});
    child.once("exit", () => options.ended());
    // Whoever is not a stranger goes first, where there are fewer cores than work.
    child.once("spawn", () => {
      if (child.pid !== undefined && child.exitCode === null)
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    });
    child.unref();
    child.channel?.unref();
    void this.#fill();
  }

  get isReady(): boolean {
    return this.#waiting === null;
  }

  send(message: ToReader): void {
    if (this.#waiting) this.#waiting.push(message);
    else {
      this.#sendIndexes();
      void this.#write(message);
    }
  }

  /** Tells what a transaction did to public documents. */
  changed({ transactionId, timestamp, changes }: CommittedTransaction): void {
    const seen = changes.filter(({ id }) => isPublicId(id));
    if (seen.length === 0) return;
    const told = seen.map(({ id, type, after, mutations }) => {
      return { id, type, after, mutations, seq: this.#options.documents.seqOf(id) };
    });
    this.send({ kind: "changed", transactionId, timestamp, changes: told });
  }

  /** Ends the evaluation that is running. */
  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Resolves when the message is on its way, true unless the process is gone. */
  #write(message: ToReader): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.#child.connected) return resolve(false);
      this.#child.send(message, (error) => resolve(error === null));
    });
  }

  async #fill(): Promise<void> {
    const { documents, projectId, dataset } = this.#options;
    // As they are now; what changes from here on waits behind them.
    const all = [...documents.all()].filter(({ _id }) => isPublicId(_id));
    const seqs = all.map(({ _id }) => documents.seqOf(_id));
    await this.#write({ kind: "setup", projectId, dataset });
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      const placed = batch.map((document, index): [number, typeof document] => [
        seqs[start + index] ?? 0,
        document,
      ]);
      if (!(await this.#write({ kind: "documents", documents: placed }))) return;
    }
    await this.#write({ kind: "filled" });
  }

  #becomeReady(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) this.send(message);
    this.#options.ready();
  }

  /** Attributes are indexed there once a query of the site's own has had them indexed here. */
  #sendIndexes(): void {
    for (const path of this.#options.documents.indexedPaths) {
      const key = JSON.stringify(path);
      if (this.#indexed.has(key)) continue;
      this.#indexed.add(key);
      void this.#write({ kind: "index", path });
    }
  }
}
