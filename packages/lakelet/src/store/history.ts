import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LakeDocument } from "../model/document.ts";
import { inTransaction } from "./database.ts";

/** A transaction in the history. `seq` is its position. */
export interface LoggedTransaction {
  seq: number;
  id: string;
  /** ISO 8601. */
  timestamp: string;
  author: string;
}

/** A transaction that deleted a document. */
export interface Deletion extends LoggedTransaction {
  documentId: string;
}

/** What a transaction did to one document. `before` is null also where the previous state was pruned. */
export interface LoggedChange {
  id: string;
  before: LakeDocument | null;
  after: LakeDocument | null;
  /** Revision before the transaction; null for a created document. */
  previousRev: string | null;
}

/** A part of the history. Both ends are inclusive. */
export interface LogRange {
  from?: number;
  to?: number;
  fromTime?: string | undefined;
  toTime?: string | undefined;
  newestFirst?: boolean;
  limit: number;
  /** Only transactions of these. Default: of all. */
  authors?: readonly string[] | undefined;
  /** Only transactions that created or deleted a document, or changed this (published) one. */
  milestonesOf?: string;
}

const LOG = (condition: string, order: "ASC" | "DESC"): string => `
SELECT DISTINCT tx.seq, tx.id, tx.timestamp, tx.author
FROM tx_document AS d JOIN tx ON tx.seq = d.tx
WHERE d.id IN (SELECT value FROM json_each($ids))
  AND tx.seq BETWEEN $from AND $to AND tx.timestamp BETWEEN $fromTime AND $toTime
  AND ($authors IS NULL OR tx.author IN (SELECT value FROM json_each($authors))) ${condition}
ORDER BY tx.seq ${order} LIMIT $limit`;

const MILESTONE = "AND (d.id = $published OR d.json IS NULL OR d.previous_rev IS NULL)";

const CHANGES = `
SELECT d.id, d.previous_rev, d.json AS after,
  (SELECT p.json FROM tx_document AS p WHERE p.id = d.id AND p.tx < d.tx ORDER BY p.tx DESC LIMIT 1) AS before
FROM tx_document AS d WHERE d.tx = $tx AND d.id IN (SELECT value FROM json_each($ids))`;

const ALL_CHANGES = CHANGES.replace(/ AND d\.id IN .*$/, " ORDER BY d.rowid");

const NEXT = "SELECT seq, id, timestamp, author FROM tx WHERE timestamp > ? ORDER BY timestamp LIMIT 1";

const STATE = "SELECT json FROM tx_document WHERE id = $id AND tx <= $seq ORDER BY tx DESC LIMIT 1";
const LAST_STATE =
  "SELECT json FROM tx_document WHERE id = $id AND json IS NOT NULL ORDER BY tx DESC LIMIT 1";

/** Later than every position in the history. */
export const END = Number.MAX_SAFE_INTEGER;

/** The deletions after which nothing was written under the id, newest first. */
const DELETIONS = `
SELECT d.id AS documentId, tx.seq, tx.id, tx.timestamp, tx.author
FROM tx_document AS d JOIN tx ON tx.seq = d.tx
WHERE d.json IS NULL AND d.tx < $before
  AND NOT EXISTS (SELECT 1 FROM tx_document AS later WHERE later.id = d.id AND later.tx > d.tx)
ORDER BY d.tx DESC, d.rowid LIMIT $limit`;

const OLD = "IN (SELECT seq FROM tx WHERE timestamp < $before)";

const PRUNE = [
  // States followed by another old one. The last old state stays: it is what the first recent transaction changed.
  `DELETE FROM tx_document WHERE tx ${OLD} AND EXISTS (
     SELECT 1 FROM tx_document AS later
     WHERE later.id = tx_document.id AND later.tx > tx_document.tx AND later.tx ${OLD})`,
  // Deletions. The step before removed what they deleted.
  `DELETE FROM tx_document WHERE json IS NULL AND tx ${OLD}`,
  `DELETE FROM tx WHERE timestamp < $before AND NOT EXISTS (SELECT 1 FROM tx_document WHERE tx_document.tx = tx.seq)`,
];

const LAST_ROW = "SELECT max(rowid) AS last FROM tx_document";
const MENTIONS = `
SELECT DISTINCT id FROM tx_document
WHERE rowid > $after AND rowid <= $after + $size AND json IS NOT NULL AND instr(lower(json), lower($text)) > 0`;
/** Rows per query, so that other requests are not blocked. */
const MENTIONS_SIZE = 500;

const IDS = "(SELECT value FROM json_each($ids))";

const FORGET = [
  // The current state stays in the history: documents are loaded from it.
  `DELETE FROM tx_document WHERE id IN ${IDS} AND NOT (
     id IN (SELECT id FROM document)
     AND tx = (SELECT max(last.tx) FROM tx_document AS last WHERE last.id = tx_document.id))`,
  `DELETE FROM tx WHERE $ids IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM tx_document WHERE tx_document.tx = tx.seq)`,
];

const toDocument = (json: unknown): LakeDocument | null =>
  typeof json === "string" ? (JSON.parse(json) as LakeDocument) : null;

type Row = Record<string, unknown>;

const toTransaction = ({ seq, id, timestamp, author }: Row): LoggedTransaction => ({
  seq: Number(seq),
  id: String(id),
  timestamp: String(timestamp),
  author: String(author),
});

const toChange = (row: Row): LoggedChange => ({
  id: String(row["id"]),
  before: toDocument(row["before"]),
  after: toDocument(row["after"]),
  previousRev: typeof row["previous_rev"] === "string" ? row["previous_rev"] : null,
});

/** Reads `tx` and `tx_document`. */
export class HistoryLog {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Returns the transactions that touched one of these documents. */
  transactions(ids: readonly string[], range: LogRange): LoggedTransaction[] {
    const { from = 0, to = END, fromTime = "", toTime = "~", limit, authors, milestonesOf } = range;
    const sql = LOG(milestonesOf === undefined ? "" : MILESTONE, range.newestFirst ? "DESC" : "ASC");
    const rows = this.#prepared(sql).all({
      $ids: JSON.stringify(ids),
      $from: from,
      $to: to,
      $fromTime: fromTime,
      $toTime: toTime,
      $limit: limit,
      $authors: authors ? JSON.stringify(authors) : null,
      ...(milestonesOf === undefined ? {} : { $published: milestonesOf }),
    });
    return rows.map(toTransaction);
  }

  /** Returns what a transaction did to these documents. */
  changes(seq: number, ids: readonly string[]): LoggedChange[] {
    return this.#prepared(CHANGES)
      .all({ $tx: seq, $ids: JSON.stringify(ids) })
      .map(toChange);
  }

  /** Returns what a transaction did to each document, in order. */
  allChanges(seq: number): LoggedChange[] {
    return this.#prepared(ALL_CHANGES).all({ $tx: seq }).map(toChange);
  }

  /** Returns the first transaction after a time (ISO 8601). */
  transactionAfter(time: string): LoggedTransaction | undefined {
    const row = this.#prepared(NEXT).get(time);
    return row && toTransaction(row);
  }

  /** Returns the position of a transaction: the later of two with the same id. */
  seqOf(transactionId: string): number | undefined {
    const seq = this.#prepared("SELECT max(seq) AS seq FROM tx WHERE id = ?").get(transactionId)?.["seq"];
    return typeof seq === "number" ? seq : undefined;
  }

  /** Returns the position of the last transaction at or before a time (ISO 8601). */
  seqAt(time: string): number | undefined {
    const sql = "SELECT max(seq) AS seq FROM tx WHERE timestamp <= ?";
    const seq = this.#prepared(sql).get(time)?.["seq"];
    return typeof seq === "number" ? seq : undefined;
  }

  /** Returns the document as of a transaction, or null if it did not exist or the state was pruned. */
  documentAt(id: string, seq: number): LakeDocument | null {
    return toDocument(this.#prepared(STATE).get({ $id: id, $seq: seq })?.["json"]);
  }

  /** Returns at most `limit` documents that are deleted and were not written again, newest first, of before a position. */
  deletions(limit: number, before = END): Deletion[] {
    return this.#prepared(DELETIONS)
      .all({ $limit: limit, $before: before })
      .map((row) => ({ ...toTransaction(row), documentId: String(row["documentId"]) }));
  }

  /** Returns the last state of a document, even a deleted one. */
  lastSeen(id: string): LakeDocument | null {
    return toDocument(this.#prepared(LAST_STATE).get({ $id: id })?.["json"]);
  }

  /**
   * Deletes history older than `before` (ISO 8601). Documents that existed then keep their state at that time; of those deleted
   * before nothing is left.
   */
  prune(before: string): void {
    this.#runAll(PRUNE, { $before: before });
  }

  /** Returns the ids of documents that contain a text now or in a state of the history, ignoring the case of ASCII letters. */
  async mentions(text: string): Promise<string[]> {
    const last = Number(this.#prepared(LAST_ROW).get()?.["last"] ?? 0);
    const ids = new Set<string>();
    for (let after = 0; after < last; after += MENTIONS_SIZE) {
      for (const { id } of this.#prepared(MENTIONS).iterate({
        $text: text,
        $after: after,
        $size: MENTIONS_SIZE,
      }))
        ids.add(String(id));
      await nextTurn();
    }
    return [...ids].sort();
  }

  /**
   * Deletes every state of these documents but the current one; nothing is left of deleted ones. Then it rewrites the file,
   * because SQLite leaves deleted content in free pages.
   */
  forget(ids: readonly string[]): void {
    this.#runAll(FORGET, { $ids: JSON.stringify(ids) });
    this.#database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** Runs statements with the same parameters as one transaction. */
  #runAll(statements: readonly string[], params: Record<string, string>): void {
    inTransaction(this.#database, () => {
      for (const statement of statements) this.#database.prepare(statement).run(params);
    });
  }
}
