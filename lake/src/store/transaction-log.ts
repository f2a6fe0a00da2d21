import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { CommittedTransaction, Derived } from "./store.ts";

/** Writes transactions into the present (`document`) and the history (`tx`, `tx_document`). */
export class TransactionLog {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #save: StatementSync;
  readonly #release: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #remove: StatementSync;
  readonly #tx: StatementSync;
  readonly #txDocument: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
    this.#save = database.prepare("SAVEPOINT one");
    this.#release = database.prepare("RELEASE one");
    this.#insert = database.prepare("INSERT INTO document (seq, id, type, json) VALUES (?, ?, ?, ?)");
    this.#update = database.prepare("UPDATE document SET json = ?, type = ? WHERE id = ?");
    this.#remove = database.prepare("DELETE FROM document WHERE id = ?");
    this.#tx = database.prepare("INSERT INTO tx (id, timestamp, author) VALUES (?, ?, ?)");
    this.#txDocument = database.prepare(
      "INSERT INTO tx_document (id, tx, previous_rev, json) VALUES (?, ?, ?, ?)",
    );
  }

  begin(): void {
    this.#begin.run();
  }

  /**
   * Writes all of a transaction or nothing of it, after those before it that await the same commit.
   * @param places `seq` of each changed document
   */
  write(transaction: CommittedTransaction, places: readonly number[], derived: readonly Derived[]): void {
    // Outside of a transaction a savepoint would be one itself, and its release a commit.
    if (!this.#database.isTransaction) throw new Error("The database has given the transactions up");
    this.#save.run();
    try {
      this.#rows(transaction, places, derived);
      this.#release.run();
    } catch (error) {
      // Some failures of the disk end the whole transaction by themselves.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK TO one; RELEASE one");
      throw error;
    }
  }

  #rows(
    { transactionId, timestamp, author, changes }: CommittedTransaction,
    places: readonly number[],
    derived: readonly Derived[],
  ): void {
    const tx = this.#tx.run(transactionId, timestamp, author).lastInsertRowid;
    for (const [index, { id, type, before }] of changes.entries()) {
      const json = derived[index]?.json ?? null;
      if (json === null) this.#remove.run(id);
      else if (before) this.#update.run(json, type, id);
      else this.#insert.run(places[index] ?? null, id, type, json);
      this.#txDocument.run(id, tx, before?._rev ?? null, json);
    }
  }

  /** What was written is on disk when this returns. Throws when the database gave it up before. */
  commit(): void {
    this.#commit.run();
  }

  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }
}
