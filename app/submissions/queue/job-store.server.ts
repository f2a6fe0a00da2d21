import { DatabaseSync } from "node:sqlite";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Job, NewJob, Topic } from "./job.ts";

/** Number of unfinished jobs of one topic and state. */
export interface JobFigures extends Pick<Job, "topic" | "state"> {
  count: number;
  /** When the oldest was received, in ms since 1970. */
  oldest: number;
}

type Row = Omit<Job, "body"> & { body: string };

const fromRow = (row: unknown): Job => {
  const { body, ...job } = row as Row;
  return { ...job, body: JSON.parse(body) as unknown };
};

/** Enough for some 200,000 questionnaires. */
const MAX_BYTES = 1024 ** 3;

/**
 * Jobs on this machine's disk. Every method throws when the disk fails (full, read-only, no directory), and works again once
 * it recovers. Several processes may use one directory.
 */
export class JobStore {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #listeners = new Map<Topic, () => void>();
  #opened: JobDatabase | null = null;

  constructor(directory: string, maxBytes = MAX_BYTES) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
  }

  /** Calls the listener for every new job of a topic that this process adds. */
  onPut(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, listener);
  }

  /** Runs a step on the database; after a failure the next step reopens it. */
  #on<Result>(step: (database: DatabaseSync) => Result): Result {
    if (this.#opened && !this.#opened.inPlace()) this.close();
    this.#opened ??= openJobDatabase(this.#directory, this.#maxBytes);
    try {
      return step(this.#opened.database);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Stores all of the jobs or none; they are on the disk when this returns. A job whose id exists stays as it is. Returns
   * what is stored under each id.
   */
  put(jobs: readonly NewJob[], now = Date.now()): Job[] {
    const kept = this.#write(jobs, now);
    for (const topic of new Set(jobs.map((job) => job.topic))) this.#listeners.get(topic)?.();
    return kept;
  }

  #write(jobs: readonly NewJob[], now: number): Job[] {
    return this.#on((database) => {
      const insert = database.prepare(
        "INSERT OR IGNORE INTO queued (topic, id, body, receivedAt, nextAt) VALUES (?, ?, ?, ?, ?)",
      );
      const select = database.prepare("SELECT * FROM queued WHERE topic = ? AND id = ?");
      database.exec("BEGIN IMMEDIATE");
      try {
        for (const { topic, id, body, delay } of jobs)
          insert.run(topic, id, JSON.stringify(body), now, now + (delay ?? 0));
        const kept = jobs.map(({ topic, id }) => fromRow(select.get(topic, id)));
        database.exec("COMMIT");
        return kept;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  /** Upserts a job. A worker still running the previous version cannot settle the new one. */
  replace({ topic, id, body, delay }: NewJob, now = Date.now()): void {
    const sql = `INSERT INTO queued (topic, id, body, receivedAt, nextAt) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (topic, id) DO UPDATE SET body = excluded.body, state = 'waiting', attempts = 0, refusals = 0,
        receivedAt = max(excluded.receivedAt, receivedAt + 1), nextAt = excluded.nextAt, lastError = ''`;
    const values = [topic, id, JSON.stringify(body), now, now + (delay ?? 0)];
    this.#on((database) => database.prepare(sql).run(...values));
    this.#listeners.get(topic)?.();
  }

  get(topic: Topic, id: string): Job | null {
    const row = this.#on((database) =>
      database.prepare("SELECT * FROM queued WHERE topic = ? AND id = ?").get(topic, id),
    );
    return row ? fromRow(row) : null;
  }

  /** Returns the job that is due first, or null when none is due. */
  nextDue(topic: Topic, now: number): Job | null {
    const row = this.#on((database) =>
      database
        .prepare(
          "SELECT * FROM queued WHERE topic = ? AND state = 'waiting' AND nextAt <= ? ORDER BY nextAt, id LIMIT 1",
        )
        .get(topic, now),
    );
    return row ? fromRow(row) : null;
  }

  /** When the next job is due, or null when none waits. */
  nextTime(topic: Topic): number | null {
    const row = this.#on((database) =>
      database
        .prepare("SELECT min(nextAt) AS at FROM queued WHERE topic = ? AND state = 'waiting'")
        .get(topic),
    ) as { at: number | null };
    return row.at;
  }

  /** Leases a due job to one process, until the time `until`; false when another process was faster. */
  claim({ topic, id, nextAt }: Job, until: number): boolean {
    const sql =
      "UPDATE queued SET nextAt = ? WHERE topic = ? AND id = ? AND state = 'waiting' AND nextAt = ?";
    return this.#on((database) => database.prepare(sql).run(until, topic, id, nextAt)).changes === 1;
  }

  /** Stores a failed attempt: the job is due again at `nextAt`, or never when it is dead. */
  failed(job: Job, failure: Pick<Job, "state" | "refusals" | "nextAt" | "lastError">): void {
    const { topic, id, receivedAt } = job;
    const { state, refusals, nextAt, lastError } = failure;
    const sql = `UPDATE queued SET state = ?, refusals = ?, nextAt = ?, lastError = ?, attempts = attempts + 1
      WHERE topic = ? AND id = ? AND receivedAt = ?`;
    this.#on((database) =>
      database.prepare(sql).run(state, refusals, nextAt, lastError, topic, id, receivedAt),
    );
  }

  /** Marks a job as done and deletes its content. Its id stays, so that it is not done twice. */
  finish({ topic, id }: Job, now = Date.now()): void {
    const sql =
      "UPDATE queued SET state = 'done', body = '{}', nextAt = ?, lastError = '', attempts = attempts + 1 WHERE topic = ? AND id = ?";
    this.#on((database) => database.prepare(sql).run(now, topic, id));
  }

  /** Deletes every job whose id starts with the prefix, done or not. */
  removeAll(topic: Topic, prefix: string): void {
    const sql = "DELETE FROM queued WHERE topic = ? AND substr(id, 1, length(?)) = ?";
    this.#on((database) => database.prepare(sql).run(topic, prefix, prefix));
  }

  remove(topic: Topic, id: string): void {
    this.#on((database) => database.prepare("DELETE FROM queued WHERE topic = ? AND id = ?").run(topic, id));
  }

  /** Deletes a finished or withdrawn job, but not one that has replaced it. */
  settle({ topic, id, receivedAt }: Job): void {
    const sql = "DELETE FROM queued WHERE topic = ? AND id = ? AND receivedAt = ?";
    this.#on((database) => database.prepare(sql).run(topic, id, receivedAt));
  }

  /** Deletes jobs that were done before a time. */
  forgetDone(topic: Topic, before: number): void {
    const sql = "DELETE FROM queued WHERE topic = ? AND state = 'done' AND nextAt < ?";
    this.#on((database) => database.prepare(sql).run(topic, before));
  }

  /** Retries every dead job of a topic. */
  revive(topic: Topic, now = Date.now()): void {
    const sql =
      "UPDATE queued SET state = 'waiting', attempts = 0, refusals = 0, nextAt = ? WHERE topic = ? AND state = 'dead'";
    this.#on((database) => database.prepare(sql).run(now, topic));
  }

  /** Returns the number of unfinished jobs, and the oldest of them. */
  open(topic: Topic, limit: number): { count: number; jobs: Job[] } {
    return this.#on((database) => {
      const where = "FROM queued WHERE topic = ? AND state <> 'done'";
      const { count } = database.prepare(`SELECT count(*) AS count ${where}`).get(topic) as { count: number };
      const rows = database.prepare(`SELECT * ${where} ORDER BY receivedAt, id LIMIT ?`).all(topic, limit);
      return { count, jobs: rows.map(fromRow) };
    });
  }

  /** Returns the jobs that contain a text, done or not, ignoring the case of ASCII letters. */
  about(text: string): Job[] {
    const sql =
      "SELECT * FROM queued WHERE instr(lower(id), lower($text)) OR instr(lower(body), lower($text))";
    return this.#on((database) => database.prepare(sql).all({ $text: text })).map(fromRow);
  }

  /** Rewrites the file: SQLite leaves deleted data in its free pages. */
  shred(): void {
    this.#on((database) => database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  /** Returns the number of unfinished jobs by topic and state, without zeros. */
  figures(): JobFigures[] {
    const sql = `SELECT topic, state, count(*) AS count, min(receivedAt) AS oldest
      FROM queued WHERE state <> 'done' GROUP BY topic, state`;
    return this.#on((database) => database.prepare(sql).all()) as unknown as JobFigures[];
  }

  close(): void {
    this.#opened?.database.close();
    this.#opened = null;
  }
}

const FILE = "queue.sqlite";

/** FULL: a commit is on the disk before it returns, so an acknowledged submission survives a power failure. */
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

/** The database file. */
export interface JobDatabase {
  database: DatabaseSync;
  /** False once the file was moved, deleted or replaced, so that nothing would find what is written to it. */
  inPlace(): boolean;
}

/** SQLite's default, which nothing here changes. */
const PAGE_BYTES = 4_096;

/**
 * Opens or creates `queue.sqlite` in the directory. It holds personal data, so other users of the machine have no access.
 * Its size is limited, so that an outage does not fill the disk that it shares.
 */
function openJobDatabase(directory: string, maxBytes: number): JobDatabase {
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
