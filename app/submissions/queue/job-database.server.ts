import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const FILE = "queue.sqlite";

/** FULL: a commit is on the disk before it returns, so what was answered outlives a loss of power too. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS queued (
    topic TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
    receivedAt INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0, nextAt INTEGER NOT NULL,
    lastError TEXT NOT NULL DEFAULT '', PRIMARY KEY (topic, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS queuedByTime ON queued (topic, state, nextAt);
`;

/** The database file, and whether it is still the one under its name. */
export interface JobDatabase {
  database: DatabaseSync;
  /** False once the file was moved, deleted or replaced: what is written then is found by nobody. */
  inPlace(): boolean;
}

/** SQLite's own, which nothing here changes. */
const PAGE_BYTES = 4_096;

/**
 * Opens or makes `queue.sqlite` in the directory, which holds personal data: nobody else of this machine may look. It is
 * full at so many bytes, as a disk is, so that an outage leaves room to whatever else lives on the disk.
 */
export function openJobDatabase(directory: string, maxBytes: number): JobDatabase {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, FILE);
  const database = new DatabaseSync(path);
  try {
    database.exec(SCHEMA);
    database.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / PAGE_BYTES)}`);
    const opened = statSync(path).ino;
    return { database, inPlace: () => statSync(path, { throwIfNoEntry: false })?.ino === opened };
  } catch (error) {
    database.close();
    throw error;
  }
}
