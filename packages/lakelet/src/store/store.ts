import type { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../model/document.ts";
import { changesBack, lastTxOf, restoreRows } from "./checkpoint.ts";
import type { ChangeWatch, Checkpoint, Placed } from "./checkpoint.ts";
import { documentRows, explainDatabaseError, loadDocuments, openDatabase } from "./database.ts";
import { DocumentIndex } from "./document-index.ts";
import { HistoryLog } from "./history.ts";
import { People, Settings } from "./people.ts";
import { clearSnapshots, takeSnapshot } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import {
  TransactionLog,
  derive,
  type Change,
  type CommittedTransaction,
  type Derived,
} from "./transaction-log.ts";
import { WebhookPositions } from "./webhook-positions.ts";

/** Transactions that share a commit, and how to undo them in memory. */
interface Group {
  begun: boolean;
  done: { change: Change; seq: number }[];
}

export interface StoreOptions {
  /** Keeps the database in memory. Default false. */
  inMemory?: boolean;
  /** Length of the JSON of the documents that are kept in memory; others are read from the database. Default `CACHE_SIZE`. */
  cacheSize?: number | undefined;
}

/** More than 450,000 documents of 1 KB. Parsed they take 1.3 times as much memory. */
const CACHE_SIZE = 512 * 1024 * 1024;

/** The documents, indexed in memory; every transaction is on disk before it is acknowledged. */
export class Store {
  readonly documents: DocumentIndex;
  readonly history: HistoryLog;
  readonly people: People;
  readonly settings: Settings;
  readonly webhookPositions: WebhookPositions;
  readonly #directory: string;
  readonly #database: DatabaseSync;
  readonly #log: TransactionLog;
  #nextSeq = 1;
  #lastTime = 0;
  #revision = 0;
  readonly #watched = new Set<Map<string, Placed | null>>();
  /** Set while transactions share a commit. */
  #group: Group | undefined;

  /** @throws LakeDirectoryError if the directory cannot be used */
  constructor(
    directory: string,
    revive: (document: LakeDocument) => LakeDocument,
    { inMemory = false, cacheSize = CACHE_SIZE }: StoreOptions = {},
  ) {
    this.#directory = directory;
    this.#database = openDatabase(directory, { inMemory });
    try {
      clearSnapshots(directory);
      this.documents = new DocumentIndex({ rows: documentRows(this.#database, revive), cacheSize });
      this.#log = new TransactionLog(this.#database);
      this.history = new HistoryLog(this.#database);
      this.people = new People(this.#database);
      this.settings = new Settings(this.#database);
      this.webhookPositions = new WebhookPositions(this.#database);
      this.#nextSeq = loadDocuments(this.#database, this.documents, revive) + 1;
      const last = this.#database.prepare("SELECT max(timestamp) AS timestamp FROM tx").get()?.["timestamp"];
      if (typeof last === "string") this.#lastTime = Date.parse(last);
    } catch (error) {
      this.#database.close();
      throw explainDatabaseError(error, directory);
    }
  }

  /** Number of transactions since the start. Anything derived from documents is stale once it changes. */
  get revision(): number {
    return this.#revision;
  }

  /** In ms since 1970; 0 if there is none. */
  get lastTransactionTime(): number {
    return this.#lastTime;
  }

  /** Time of the next transaction: now, but later than the last one, across restarts and clock changes. */
  nextTimestamp(): string {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1);
    return new Date(this.#lastTime).toISOString();
  }

  /**
   * Runs `work`; its transactions share one commit, and so one wait for the disk. Each sees the effects of those before it. On
   * return all of them survive a crash; if this throws, none has happened, in memory neither. That includes the failure of
   * a single one (`WriteFailed`): savepoints would cost as much as the writes.
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
   * Writes a transaction, all or nothing. It survives a crash once this returns, or once `together` returns if called
   * within it.
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
    // Given what is there before: a document that is read from the database now is the new one.
    for (const [index, change] of changes.entries()) {
      const { id, before, after } = change;
      const [seq, size] = [places[index] ?? -1, derived[index]?.json?.length];
      if (after) this.documents.put(after, seq, { before, references: derived[index]?.references, size });
      else this.documents.delete(id, before);
      this.#group.done.push({ change, seq });
    }
    this.#nextSeq = nextSeq;
    this.#changed(changes, places);
  }

  /** Copies the journal into the database, which a commit would do otherwise, and takes longer the longer it is. */
  checkpointJournal(): void {
    this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Watches which documents change from now on. */
  watch(): ChangeWatch {
    const changed = new Map<string, Placed | null>();
    this.#watched.add(changed);
    return { changed, end: () => void this.#watched.delete(changed) };
  }

  #changed(changes: readonly Change[], places: readonly number[]): void {
    this.#revision += 1;
    for (const changed of this.#watched)
      for (const [index, { id, before }] of changes.entries())
        if (!changed.has(id)) changed.set(id, before && { document: before, seq: places[index] ?? -1 });
  }

  /** Remembers the documents until the store closes. */
  checkpoint(): Checkpoint {
    return { ...this.watch(), lastTx: lastTxOf(this.#database) };
  }

  /**
   * Restores the documents of a checkpoint, unchanged, and deletes the history since then. Returns what it changed, null
   * if nothing. People and settings stay.
   */
  restore(checkpoint: Checkpoint): CommittedTransaction | null {
    const changes = changesBack(this.documents, checkpoint);
    if (changes.length === 0 && lastTxOf(this.#database) === checkpoint.lastTx) return null;
    const timestamp = this.nextTimestamp();
    const places = changes.map(({ id }) => this.documents.seqOf(id));
    restoreRows(this.#database, checkpoint, changes);
    for (const { id, before, after, seq } of changes) {
      this.documents.delete(id, before);
      if (after) this.documents.put(after, seq, { before: null, size: JSON.stringify(after).length });
    }
    this.#changed(changes, places);
    checkpoint.changed.clear();
    return { transactionId: `restored-${Date.parse(timestamp)}`, timestamp, author: "lake", changes };
  }

  /** Nothing reads the documents in between: a group runs in one turn of the event loop. */
  #takeBack({ done }: Group): void {
    if (done.length === 0) return;
    for (const { change, seq } of done.toReversed()) {
      const { id, before, after } = change;
      if (before) this.documents.put(before, seq, { before: after, size: JSON.stringify(before).length });
      else this.documents.delete(id, after);
    }
    this.#revision += 1;
  }

  /** Copies the database into one file while it is in use. */
  snapshot(): Promise<Snapshot> {
    return takeSnapshot(this.#database, this.#directory);
  }

  close(): void {
    this.documents.close();
    this.#database.close();
  }
}
