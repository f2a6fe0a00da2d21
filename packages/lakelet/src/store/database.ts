import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../model/document.ts";
import { DirectoryInUseError, LakeDirectoryError } from "../model/errors.ts";
import type { DocumentRows, StoredDocument } from "./document-cache.ts";
import type { DocumentIndex } from "./document-index.ts";

/**
 * `tx` and `tx_document` are the history: for each transaction and document the resulting state, NULL if deleted. `document` is the
 * current state: `seq` is the order of creation, `tx` the transaction that has the JSON. It has no index on ids: they are looked up,
 * and kept unique, in memory. A second copy of the JSON and an index on ids in random order doubled the cost of a write.
 * `person` and `setting` are the Studio's users, `webhook` how far each webhook has come.
 */
const SCHEMA = `
CREATE TABLE tx (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  author TEXT NOT NULL
) STRICT;
CREATE INDEX tx_id ON tx (id);
CREATE INDEX tx_timestamp ON tx (timestamp);
CREATE TABLE tx_document (
  id TEXT NOT NULL,
  tx INTEGER NOT NULL REFERENCES tx (seq),
  previous_rev TEXT,
  json TEXT
) STRICT;
CREATE UNIQUE INDEX tx_document_id ON tx_document (id, tx);
CREATE INDEX tx_document_tx ON tx_document (tx);
CREATE INDEX tx_document_deleted ON tx_document (tx) WHERE json IS NULL;
CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  tx INTEGER NOT NULL REFERENCES tx (seq)
) STRICT;
CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT NOT NULL, picture TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE setting (
  person TEXT NOT NULL,
  key TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (person, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook (key TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Of the tables above. Those before it were in no release. */
const VERSION = 5;

/**
 * `synchronous = FULL`: a commit is on disk. The rest is for large lakes: up to 32 MB of indexes stay in memory, so that a
 * write does not read first, and the journal is checkpointed every 12 MB instead of every 4 MB.
 */
const SETTINGS = `
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -32768;
PRAGMA wal_autocheckpoint = 3072;
`;

/** SQLite's primary result codes. https://www.sqlite.org/rescode.html */
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : undefined;

/** Returns a LakeDirectoryError for a database that is in use or damaged, and other errors as they are. */
export function explainDatabaseError(error: unknown, directory: string): unknown {
  const code = codeOf(error);
  if (code === BUSY)
    return new DirectoryInUseError(
      `The content lake in ${directory} is in use by another process. One directory serves one process: ` +
        "stop the other one, or give this one its own directory.",
      { cause: error },
    );
  if (code === CORRUPT || code === NOT_A_DATABASE)
    return new LakeDirectoryError(
      `The content lake in ${directory} is damaged: lake.db is cut or not a database. Restore a copy of the directory.`,
      { cause: error },
    );
  return error;
}

/** Creates the tables of a new directory. @throws LakeDirectoryError if they are of another version */
function createTables(database: DatabaseSync, directory: string): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (version === VERSION) return;
  if (version !== 0)
    throw new LakeDirectoryError(
      `The content lake in ${directory} was written by ${version > VERSION ? "a newer" : "an older"} version (schema ${version}, this one knows ${VERSION}).`,
    );
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT;`);
}

/** Returns whether lake.db is empty although the lake was used: it has assets or tokens. */
const isEmptied = (directory: string, file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.size === 0 &&
  ["assets", "tokens.json"].some((name) => existsSync(join(directory, name)));

/**
 * Opens or creates `lake.db`, readable by its owner only, and locks it until it is closed or the process ends. The lock is the
 * kernel's, so `kill -9` releases it. No other program can write behind the documents in memory. `inMemory` creates no file.
 * @throws LakeDirectoryError if another process has the directory open or the tables are of another version
 */
export function openDatabase(directory: string, { inMemory = false } = {}): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = inMemory ? ":memory:" : join(directory, "lake.db");
  if (isEmptied(directory, file))
    throw new LakeDirectoryError(
      `The content lake in ${directory} is damaged: lake.db is empty, although the lake was used. Restore a copy of the directory, ` +
        "or delete lake.db to start over.",
    );
  // Created here and not by SQLite: the journal files inherit this mode.
  if (!inMemory) closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    database.exec(SETTINGS);
    // The first write takes the lock.
    database.exec("BEGIN IMMEDIATE; COMMIT");
    createTables(database, directory);
    return database;
  } catch (error) {
    database.close();
    throw explainDatabaseError(error, directory);
  }
}

/** Runs a function in a transaction, which is rolled back if it throws. */
export function inTransaction(database: DatabaseSync, run: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    run();
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

const PRESENT = `
SELECT document.seq AS seq, document.id AS id, state.json AS json
FROM document LEFT JOIN tx_document AS state ON state.id = document.id AND state.tx = document.tx
ORDER BY document.seq`;

const STATE = `
SELECT state.json FROM document JOIN tx_document AS state ON state.id = document.id AND state.tx = document.tx`;
const STATE_OF = `${STATE} WHERE document.seq = ?`;
/** Several together take a third of the time. */
const STATES_OF = `${STATE} WHERE document.seq IN (SELECT value FROM json_each(?)) ORDER BY document.seq`;

const damaged = (how: string) => new LakeDirectoryError(`The content lake is damaged: ${how}.`);

/** Attributes with the same text in many documents. */
const REPEATED = ["_type", "_rev", "_createdAt", "_updatedAt"] as const;

/** Returns one copy of equal texts that come after one another. */
class SharedTexts {
  #texts = new Map<string, string>();

  get(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= 1_000) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}

/** Returns what reads documents by their `seq`. It sees what the open transaction has written. */
export function documentRows(
  database: DatabaseSync,
  revive: (document: LakeDocument) => LakeDocument,
): DocumentRows {
  const [one, several] = [database.prepare(STATE_OF), database.prepare(STATES_OF)];
  const parse = (json: unknown): StoredDocument => {
    if (typeof json !== "string") throw damaged("the text of a document is not there");
    return { document: revive(JSON.parse(json) as LakeDocument), size: json.length };
  };
  return {
    read: (seqs) => {
      if (seqs.length === 1) return [parse(one.get(seqs[0] ?? 0)?.["json"])];
      const rows = several.all(JSON.stringify(seqs));
      if (rows.length !== seqs.length) throw damaged("a document is not there");
      return rows.map((row) => parse(row["json"]));
    },
  };
}

/**
 * Loads all documents into the indexes. Returns the `seq` of the last one, or 0.
 * @throws LakeDirectoryError if a document is there twice or its JSON is missing
 */
export function loadDocuments(
  database: DatabaseSync,
  into: DocumentIndex,
  revive: (document: LakeDocument) => LakeDocument,
): number {
  let last = 0;
  const shared = new SharedTexts();
  for (const row of database.prepare(PRESENT).iterate()) {
    last = Number(row["seq"]);
    if (typeof row["json"] !== "string") throw damaged(`the text of ${String(row["id"])} is not there`);
    const document = revive(JSON.parse(row["json"]) as LakeDocument);
    for (const name of REPEATED) document[name] = shared.get(document[name]);
    if (into.has(document._id)) throw damaged(`the document ${document._id} is there twice`);
    into.load(document, last, row["json"].length);
  }
  return last;
}
