import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * The first version (TEXT_ONCE has changed `document`). `document` is the present; `tx` and `tx_document` are the history: per transaction and document the state it left
 * (NULL: deleted). The state before is the row before. `seq` of a document is the order of creation.
 */
const DOCUMENTS = `
CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
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
`;

/** What the Studio's users are called, and what it remembers for them. */
const PEOPLE = `
CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT NOT NULL, picture TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE setting (
  person TEXT NOT NULL,
  key TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (person, key)
) STRICT, WITHOUT ROWID;
`;

const NOT_IN_HISTORY = `NOT EXISTS (
  SELECT 1 FROM tx_document AS last WHERE last.id = document.id AND last.json = document.json
  AND last.tx = (SELECT max(tx) FROM tx_document WHERE id = document.id)
)`;

/**
 * A document's text is in the history alone, once: `tx` of `document` says in which transaction's row. Nothing looks for an
 * id in `document`: which id has which `seq` is held in memory, where it is also made sure that each is there once. With a
 * second copy of the text and an index over ids in no order a write took twice as long.
 */
const TEXT_ONCE = `
INSERT INTO tx (id, timestamp, author)
  SELECT 'schema-3', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'lake'
  WHERE EXISTS (SELECT 1 FROM document WHERE ${NOT_IN_HISTORY});
INSERT INTO tx_document (id, tx, json)
  SELECT id, (SELECT max(seq) FROM tx), json FROM document WHERE ${NOT_IN_HISTORY};
CREATE TABLE present (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  tx INTEGER NOT NULL REFERENCES tx (seq)
) STRICT;
INSERT INTO present (seq, id, tx)
  SELECT seq, id, (SELECT max(tx) FROM tx_document WHERE tx_document.id = document.id) FROM document ORDER BY seq;
DROP TABLE document;
ALTER TABLE present RENAME TO document;
`;

/** Each takes the schema from the version before to its own: its place in the list, counted from one. */
const MIGRATIONS = [DOCUMENTS, PEOPLE, TEXT_ONCE];

/**
 * `synchronous = FULL`: what is committed is on disk. The rest is about large lakes: up to 32 MB of the indexes stay in
 * memory, so that a write does not read first, and the journal is copied over every 16 MB instead of every 4.
 */
const SETTINGS = `
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -32768;
PRAGMA wal_autocheckpoint = 4096;
`;

/** The directory cannot be used: another process holds it, or a newer version wrote it. The message is for people. */
export class LakeDirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LakeDirectoryError";
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && (error.errcode === 5 || error.errcode === 261);

function refuseBusy(error: unknown, directory: string): never {
  if (!isBusy(error)) throw error;
  throw new LakeDirectoryError(
    `The content lake in ${directory} is in use by another process. One directory serves one process: ` +
      "stop the other one, or give this one its own directory.",
    { cause: error },
  );
}

function migrate(database: DatabaseSync, directory: string): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (version > MIGRATIONS.length) {
    throw new LakeDirectoryError(
      `The content lake in ${directory} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}).`,
    );
  }
  const missing = MIGRATIONS.slice(version);
  if (missing.length > 0) {
    database.exec(`BEGIN IMMEDIATE; ${missing.join("")} PRAGMA user_version = ${MIGRATIONS.length}; COMMIT;`);
  }
}

/**
 * Opens (or makes) `lake.db` in a directory, readable by its owner only, and holds it alone until closed or the process ends.
 * The lock is the kernel's, so `kill -9` frees it. It also keeps other programs from writing behind the documents held in memory.
 * @throws LakeDirectoryError when another process has the directory open or a newer schema is found
 */
export function openDatabase(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "lake.db");
  // Created by us, not by SQLite: the journal files take over this mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    database.exec(SETTINGS);
    // The lock is taken by the first write, so make one now.
    database.exec("BEGIN IMMEDIATE; COMMIT");
    migrate(database, directory);
    return database;
  } catch (error) {
    database.close();
    return refuseBusy(error, directory);
  }
}
