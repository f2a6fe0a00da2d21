import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LakeDocument } from "../document.ts";
import type { ExpandedMutation } from "../mutations/types.ts";
import { openDatabase } from "./database.ts";
import { DocumentIndex } from "./document-index.ts";
import { forgetHistory, mentionsOf } from "./erase.ts";
import { pruneHistory } from "./history.ts";
import { HistoryLog } from "./history-log.ts";
import { People } from "./people.ts";
import { Settings } from "./settings.ts";
import { clearSnapshots, takeSnapshot } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

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

interface Statements {
  insert: StatementSync;
  update: StatementSync;
  remove: StatementSync;
  tx: StatementSync;
  txDocument: StatementSync;
}

const prepare = (database: DatabaseSync): Statements => ({
  insert: database.prepare("INSERT INTO document (seq, id, type, json) VALUES (?, ?, ?, ?)"),
  update: database.prepare("UPDATE document SET json = ?, type = ? WHERE id = ?"),
  remove: database.prepare("DELETE FROM document WHERE id = ?"),
  tx: database.prepare("INSERT INTO tx (id, timestamp, author) VALUES (?, ?, ?)"),
  txDocument: database.prepare("INSERT INTO tx_document (id, tx, previous_rev, json) VALUES (?, ?, ?, ?)"),
});

/** The documents: all in memory for reading, every transaction on disk before it is acknowledged. */
export class Store {
  readonly documents = new DocumentIndex();
  readonly history: HistoryLog;
  readonly people: People;
  readonly settings: Settings;
  readonly #directory: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  #nextSeq = 1;
  #lastTime = 0;
  #revision = 0;

  /** @throws LakeDirectoryError when the directory cannot be used */
  constructor(directory: string, revive: (document: LakeDocument) => LakeDocument) {
    this.#directory = directory;
    this.#database = openDatabase(directory);
    clearSnapshots(directory);
    this.#statements = prepare(this.#database);
    this.history = new HistoryLog(this.#database);
    this.people = new People(this.#database);
    this.settings = new Settings(this.#database);
    for (const row of this.#database.prepare("SELECT seq, json FROM document ORDER BY seq").iterate()) {
      const seq = Number(row["seq"]);
      this.documents.put(revive(JSON.parse(String(row["json"])) as LakeDocument), seq);
      this.#nextSeq = seq + 1;
    }
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

  /** Writes a transaction: all of it or, when the disk refuses, nothing. On return it survives a crash. */
  write(transaction: CommittedTransaction): void {
    let seq = this.#nextSeq;
    const placed = transaction.changes.map((change) => ({ change, seq: change.before ? -1 : seq++ }));
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const { transactionId, timestamp, author } = transaction;
      const tx = this.#statements.tx.run(transactionId, timestamp, author).lastInsertRowid;
      for (const { change, seq: place } of placed) this.#writeChange(change, place, tx);
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
    for (const { change, seq: place } of placed) {
      if (change.after) this.documents.put(change.after, place);
      else this.documents.delete(change.id);
    }
    this.#nextSeq = seq;
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

  #writeChange({ id, type, before, after }: Change, seq: number, tx: number | bigint): void {
    const json = after && JSON.stringify(after);
    if (json === null) this.#statements.remove.run(id);
    else if (before) this.#statements.update.run(json, type, id);
    else this.#statements.insert.run(seq, id, type, json);
    this.#statements.txDocument.run(id, tx, before?._rev ?? null, json);
  }

  close(): void {
    this.#database.close();
  }
}
