import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LakeDocument } from "../model/document.ts";
import type { ExpandedMutation } from "../model/mutation.ts";
import { referencesOf, type References } from "./references.ts";

/** What a transaction did to one document. */
export interface Change {
  id: string;
  type: string;
  before: LakeDocument | null;
  after: LakeDocument | null;
  /** Applied to `before` they give `after`. */
  mutations: ExpandedMutation[];
}

/** A transaction on disk. */
export interface CommittedTransaction {
  transactionId: string;
  /** ISO 8601; the `_updatedAt` of every document it wrote. */
  timestamp: string;
  author: string;
  changes: readonly Change[];
}

/** Derived from `after` of a change: its JSON (null if deleted) and its references. */
export interface Derived {
  json: string | null;
  references: References;
}

const NO_REFERENCES: References = new Map();

/** Serializes a document once for all uses. */
export const derive = ({ after }: Change): Derived =>
  after
    ? { json: JSON.stringify(after), references: referencesOf(after) }
    : { json: null, references: NO_REFERENCES };

/** The database rejected a valid write: the disk is full or gone, or the file is damaged. */
export class WriteFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "WriteFailed";
  }
}

/** Writes transactions to the current state (`document`) and the history (`tx`, `tx_document`). */
export class TransactionLog {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #remove: StatementSync;
  readonly #tx: StatementSync;
  readonly #txDocument: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
    this.#insert = database.prepare("INSERT INTO document (seq, id, tx) VALUES (?, ?, ?)");
    this.#update = database.prepare("UPDATE document SET tx = ? WHERE seq = ?");
    this.#remove = database.prepare("DELETE FROM document WHERE seq = ?");
    this.#tx = database.prepare("INSERT INTO tx (id, timestamp, author) VALUES (?, ?, ?)");
    this.#txDocument = database.prepare(
      "INSERT INTO tx_document (id, tx, previous_rev, json) VALUES (?, ?, ?, ?)",
    );
  }

  begin(): void {
    this.#begin.run();
  }

  /**
   * Writes a transaction.
   * @param places `seq` of each changed document
   * @throws WriteFailed if the database rejects it: roll back the whole group
   */
  write(transaction: CommittedTransaction, places: readonly number[], derived: readonly Derived[]): void {
    try {
      this.#rows(transaction, places, derived);
    } catch (error) {
      throw new WriteFailed(error);
    }
  }

  #rows(
    { transactionId, timestamp, author, changes }: CommittedTransaction,
    places: readonly number[],
    derived: readonly Derived[],
  ): void {
    const tx = this.#tx.run(transactionId, timestamp, author).lastInsertRowid;
    for (const [index, { id, before }] of changes.entries()) {
      const json = derived[index]?.json ?? null;
      const place = places[index] ?? null;
      if (json === null) this.#remove.run(place);
      else if (before) this.#update.run(tx, place);
      else this.#insert.run(place, id, tx);
      this.#txDocument.run(id, tx, before?._rev ?? null, json);
    }
  }

  /** Everything written is on disk when this returns. Throws if the database rolled back before. */
  commit(): void {
    this.#commit.run();
  }

  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }
}
