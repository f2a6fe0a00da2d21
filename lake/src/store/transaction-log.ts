import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { CommittedTransaction, Derived } from "./store.ts";

/** The database did not take what had passed every check: the disk is full or gone, or the file is not what it was. */
export class WriteFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "WriteFailed";
  }
}

/** Writes transactions into the present (`document`) and the history (`tx`, `tx_document`). */
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
   * Writes a transaction after those before it that await the same commit.
   * @param places `seq` of each changed document
   * @throws WriteFailed when the database refuses: then the whole group has to be rolled back
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
