import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * A SQLite database in a file that only this user may read, as it holds personal data. It is opened when it is first used, again
 * after an error, and created again when its file was moved, deleted or replaced, because nothing would find what is written there.
 */
export class DatabaseFile {
  readonly #path: string;
  readonly #schema: string;
  #opened: { database: DatabaseSync; inode: number } | null = null;

  constructor(path: string, schema: string) {
    this.#path = path;
    this.#schema = schema;
  }

  #open(): DatabaseSync {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(this.#path);
    try {
      chmodSync(this.#path, 0o600);
      database.exec(this.#schema);
      this.#opened = { database, inode: statSync(this.#path).ino };
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Runs a step. Rejects like it, or when the file cannot be opened. */
  async use<Result>(step: (database: DatabaseSync) => Result): Promise<Result> {
    if (this.#opened && statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#opened.inode)
      this.close();
    const database = this.#opened?.database ?? this.#open();
    try {
      return step(database);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Runs a step of which all is written or nothing. */
  transact<Result>(step: (database: DatabaseSync) => Result): Promise<Result> {
    return this.use((database) => {
      database.exec("BEGIN IMMEDIATE");
      const result = step(database);
      database.exec("COMMIT");
      return result;
    });
  }

  /** Closes the file, which ends a transaction that was begun; the next step opens it again. */
  close(): void {
    this.#opened?.database.close();
    this.#opened = null;
  }
}
