import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LakeDocument } from "../document.ts";

/** A transaction as the history remembers it; `seq` is its place in it. */
export interface LoggedTransaction {
  seq: number;
  id: string;
  /** ISO 8601. */
  timestamp: string;
  author: string;
}

/** What a transaction did to one document. `before` is null too where the state before was forgotten. */
export interface LoggedChange {
  id: string;
  before: LakeDocument | null;
  after: LakeDocument | null;
  /** Revision before it; null for a document that it made. */
  previousRev: string | null;
}

/** Which part of the history is asked for. Both ends belong to it. */
export interface LogRange {
  from?: number;
  to?: number;
  fromTime?: string;
  toTime?: string;
  newestFirst?: boolean;
  limit: number;
  /** Only where one of the documents came or went, or this one (a published one) changed. */
  milestonesOf?: string;
}

const LOG = (condition: string, order: "ASC" | "DESC"): string => `
SELECT DISTINCT tx.seq, tx.id, tx.timestamp, tx.author
FROM tx_document AS d JOIN tx ON tx.seq = d.tx
WHERE d.id IN (SELECT value FROM json_each($ids))
  AND tx.seq BETWEEN $from AND $to AND tx.timestamp BETWEEN $fromTime AND $toTime ${condition}
ORDER BY tx.seq ${order} LIMIT $limit`;

const MILESTONE = "AND (d.id = $published OR d.json IS NULL OR d.previous_rev IS NULL)";

const CHANGES = `
SELECT d.id, d.previous_rev, d.json AS after,
  (SELECT p.json FROM tx_document AS p WHERE p.id = d.id AND p.tx < d.tx ORDER BY p.tx DESC LIMIT 1) AS before
FROM tx_document AS d WHERE d.tx = $tx AND d.id IN (SELECT value FROM json_each($ids))`;

const STATE = "SELECT json FROM tx_document WHERE id = $id AND tx <= $seq ORDER BY tx DESC LIMIT 1";
const LAST_STATE =
  "SELECT json FROM tx_document WHERE id = $id AND json IS NOT NULL ORDER BY tx DESC LIMIT 1";

/** After every place in the history. */
export const END = Number.MAX_SAFE_INTEGER;

const toDocument = (json: unknown): LakeDocument | null =>
  typeof json === "string" ? (JSON.parse(json) as LakeDocument) : null;

/** Reads what `tx` and `tx_document` remember. */
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

  /** Transactions that touched one of these documents. */
  transactions(ids: readonly string[], range: LogRange): LoggedTransaction[] {
    const { from = 0, to = END, fromTime = "", toTime = "~", limit, milestonesOf } = range;
    const sql = LOG(milestonesOf === undefined ? "" : MILESTONE, range.newestFirst ? "DESC" : "ASC");
    const rows = this.#prepared(sql).all({
      $ids: JSON.stringify(ids),
      $from: from,
      $to: to,
      $fromTime: fromTime,
      $toTime: toTime,
      $limit: limit,
      ...(milestonesOf === undefined ? {} : { $published: milestonesOf }),
    });
    return rows.map(({ seq, id, timestamp, author }) => ({
      seq: Number(seq),
      id: String(id),
      timestamp: String(timestamp),
      author: String(author),
    }));
  }

  /** What a transaction did to these documents. */
  changes(seq: number, ids: readonly string[]): LoggedChange[] {
    const rows = this.#prepared(CHANGES).all({ $tx: seq, $ids: JSON.stringify(ids) });
    return rows.map((row) => ({
      id: String(row["id"]),
      before: toDocument(row["before"]),
      after: toDocument(row["after"]),
      previousRev: typeof row["previous_rev"] === "string" ? row["previous_rev"] : null,
    }));
  }

  /** The place of a transaction; the later one of two with the same id. */
  seqOf(transactionId: string): number | undefined {
    const seq = this.#prepared("SELECT max(seq) AS seq FROM tx WHERE id = ?").get(transactionId)?.["seq"];
    return typeof seq === "number" ? seq : undefined;
  }

  /** The place of the last transaction at a time (ISO 8601) or before. */
  seqAt(time: string): number | undefined {
    const sql = "SELECT max(seq) AS seq FROM tx WHERE timestamp <= ?";
    const seq = this.#prepared(sql).get(time)?.["seq"];
    return typeof seq === "number" ? seq : undefined;
  }

  /** The document as a transaction found or left it; null when it was not there, or nobody remembers. */
  documentAt(id: string, seq: number): LakeDocument | null {
    return toDocument(this.#prepared(STATE).get({ $id: id, $seq: seq })?.["json"]);
  }

  /** The document as it was last seen, even if it is deleted. */
  lastSeen(id: string): LakeDocument | null {
    return toDocument(this.#prepared(LAST_STATE).get({ $id: id })?.["json"]);
  }
}
