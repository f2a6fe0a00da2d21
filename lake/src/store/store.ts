import type { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../document.ts";
import type { ExpandedMutation } from "../mutations/types.ts";
import { openDatabase } from "./database.ts";
import { DocumentIndex } from "./document-index.ts";
import { forgetHistory, mentionsOf } from "./erase.ts";
import { pruneHistory } from "./history.ts";
import { HistoryLog } from "./history-log.ts";
import { loadDocuments } from "./load.ts";
import { People } from "./people.ts";
import { referencesOf } from "./references.ts";
import type { References } from "./references.ts";
import { Settings } from "./settings.ts";
import { clearSnapshots, takeSnapshot } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import { TransactionLog } from "./transaction-log.ts";

/** What a transaction did to one document. */
export interface Change {
  id: string;
  type: string;
  before: LakeDocument | null;
  after: LakeDocument | null;
  /** Replaying these on `before` gives `after`. */
  mutations: ExpandedMutation[];
}

/** A transaction that is on disk. */
export interface CommittedTransaction {
  transactionId: string;
  /** ISO 8601; the `_updatedAt` of every document it wrote. */
  timestamp: string;
  author: string;
  changes: readonly Change[];
}

/** What is derived from `after` of a change: as text (null: deleted), and whom it refers to. */
export interface Derived {
  json: string | null;
  references: References;
}

const NO_REFERENCES: References = new Map();

/** Writes a document out once, for all who need it. */
export const derive = ({ after }: Change): Derived =>
  after
    ? { json: JSON.stringify(after), references: referencesOf(after) }
    : { json: null, references: NO_REFERENCES };

/** Transactions that share a commit, and how to take them back in memory. */
interface Group {
  begun: boolean;
  done: { change: Change; seq: number }[];
}

/** The documents: all in memory for reading, every transaction on disk before it is acknowledged. */
export class Store {
  readonly documents = new DocumentIndex();
  readonly history: HistoryLog;
  readonly people: People;
  readonly settings: Settings;
  readonly #directory: string;
  readonly #database: DatabaseSync;
  readonly #log: TransactionLog;
  #nextSeq = 1;
  #lastTime = 0;
  #revision = 0;
  /** Open while transactions share a commit. */
  #group: Group | undefined;

  /** @throws LakeDirectoryError when the directory cannot be used */
  constructor(directory: string, revive: (document: LakeDocument) => LakeDocument) {
    this.#directory = directory;
    this.#database = openDatabase(directory);
    clearSnapshots(directory);
    this.#log = new TransactionLog(this.#database);
    this.history = new HistoryLog(this.#database);
    this.people = new People(this.#database);
    this.settings = new Settings(this.#database);
    this.#nextSeq = loadDocuments(this.#database, this.documents, revive) + 1;
    const last = this.#database.prepare("SELECT max(timestamp) AS timestamp FROM tx").get()?.["timestamp"];
    if (typeof last === "string") this.#lastTime = Date.parse(last);
  }

  /** Counts transactions since the start; what is derived from the documents is stale once it moves on. */
  get revision(): number {
    return this.#revision;
  }

  /** The time of the next transaction: now, yet always later than the last one, across restarts and clock changes. */
  nextTimestamp(): string {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1);
    return new Date(this.#lastTime).toISOString();
  }

  /**
   * Runs `work`, whose transactions share one commit and with it one wait for the disk. Each sees what the ones before it
   * did. On return all of them survive a crash; when this throws, none has happened, in memory either. That has to be so
   * when the database refuses one of them (`WriteFailed`): savepoints would cost as much again as the writing itself.
   */
  together(work: () => void): void {
    const group: Group = { begun: false, done: [] };
    const nextSeq = this.#nextSeq;
    this.#group = group;
    try {
      work();
      if (group.begun) this.#log.commit();
    } catch (error) {
      this.#log.rollback();
      this.#takeBack(group);
      this.#nextSeq = nextSeq;
      throw error;
    } finally {
      this.#group = undefined;
    }
  }

  /**
   * Writes a transaction: all of it or, when the disk refuses, nothing. On return it survives a crash, unless this is part of
   * `together`: then once that has returned.
   */
  write(
    transaction: CommittedTransaction,
    derived: readonly Derived[] = transaction.changes.map(derive),
  ): void {
    if (!this.#group) {
      this.together(() => this.write(transaction, derived));
      return;
    }
    const { changes } = transaction;
    let nextSeq = this.#nextSeq;
    const places = changes.map(({ id, before }) => (before ? this.documents.seqOf(id) : nextSeq++));
    if (!this.#group.begun) this.#log.begin();
    this.#group.begun = true;
    this.#log.write(transaction, places, derived);
    for (const [index, change] of changes.entries()) {
      const seq = places[index] ?? -1;
      if (change.after) this.documents.put(change.after, seq, derived[index]?.references);
      else this.documents.delete(change.id);
      this.#group.done.push({ change, seq });
    }
    this.#nextSeq = nextSeq;
    this.#revision += 1;
  }

  /** Nobody has seen the documents in between: all of it happens in one turn. */
  #takeBack({ done }: Group): void {
    if (done.length === 0) return;
    for (const { change, seq } of done.toReversed()) {
      if (change.before) this.documents.put(change.before, seq);
      else this.documents.delete(change.id);
    }
    this.documents.restoreOrder();
    this.#revision += 1;
  }

  /**
   * Forgets the history before a time (ISO 8601). Of a document that existed then the state at that time stays; of
   * one deleted before nothing does, so that what was deleted is really gone after a while.
   */
  pruneHistory(before: string): void {
    pruneHistory(this.#database, before);
  }

  /** Copies everything into one file while the lake goes on. */
  snapshot(): Promise<Snapshot> {
    return takeSnapshot(this.#database, this.#directory);
  }

  /** Ids of documents that hold a text now or held it in a state that is remembered. */
  mentions(text: string): string[] {
    return mentionsOf(this.#database, text);
  }

  /** Forgets all states of documents but the present one. */
  forget(ids: readonly string[]): void {
    forgetHistory(this.#database, ids);
  }

  close(): void {
    this.#database.close();
  }
}
