import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { systemClock, type Clock } from "../../platform/clock.ts";
import { DatabaseFile } from "../../platform/database.server.ts";
import { JobStore, type JobChange, type JobFigures, type Lease } from "./job-store.ts";
import type { Job, NewJob, Topic } from "./job.ts";

type Row = Omit<Job, "body"> & { body: string };

const fromRow = (row: unknown): Job => {
  const { body, ...job } = row as Row;
  return { ...job, body: JSON.parse(body) as unknown };
};

/** Enough for some 200,000 questionnaires. */
const MAX_BYTES = 1024 ** 3;

/** Jobs on this machine's disk: SQLite, each commit synced. */
export class DiskJobs extends JobStore {
  readonly #file: DatabaseFile;
  readonly #clock: Clock;

  /** The clock dates jobs; when they are due is the system's time. */
  constructor(directory: string, maxBytes = MAX_BYTES, clock: Clock = systemClock) {
    super();
    // Limited, so that an outage does not fill the disk that the site shares.
    const limit = `PRAGMA max_page_count = ${Math.floor(maxBytes / PAGE_BYTES)}`;
    this.#file = new DatabaseFile(join(directory, "queue.sqlite"), SCHEMA + limit);
    this.#clock = clock;
  }

  /** Runs a statement; returns the number of changed rows. */
  #run(sql: string, ...values: (string | number)[]): Promise<number> {
    return this.#file.use((database) => Number(database.prepare(sql).run(...values).changes));
  }

  async put(jobs: readonly NewJob[], now?: number): Promise<Job[]> {
    const receivedAt = now ?? this.#clock().getTime();
    const kept = await this.#file.transact((database) =>
      putRows(database, jobs, now ?? Date.now(), receivedAt),
    );
    this.notify(jobs);
    return kept;
  }

  async replace(job: NewJob, now = Date.now()): Promise<void> {
    const { topic, id, body, delay } = job;
    const sql = `INSERT INTO queued (topic, id, body, receivedAt, nextAt) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (topic, id) DO UPDATE SET body = excluded.body, state = 'waiting', attempts = 0, refusals = 0,
        receivedAt = max(excluded.receivedAt, receivedAt + 1), nextAt = excluded.nextAt, lastError = ''`;
    await this.#run(sql, topic, id, JSON.stringify(body), now, now + (delay ?? 0));
    this.notify([job]);
  }

  async get(topic: Topic, id: string): Promise<Job | null> {
    const sql = "SELECT * FROM queued WHERE topic = ? AND id = ?";
    const row = await this.#file.use((database) => database.prepare(sql).get(topic, id));
    return row ? fromRow(row) : null;
  }

  lease(topic: Topic, leaseMs: number, now = Date.now()): Promise<Lease> {
    return this.#file.use((database) => leaseRow(database, topic, leaseMs, now));
  }

  async change(job: Job, changes: JobChange): Promise<Job | null> {
    const changed = { ...job, ...changes };
    const { state, attempts, refusals, nextAt, lastError } = changed;
    const sql = `UPDATE queued SET state = ?, attempts = ?, refusals = ?, nextAt = ?, lastError = ? WHERE ${HELD}`;
    const rows = await this.#run(sql, state, attempts, refusals, nextAt, lastError, ...held(job));
    return rows === 1 ? changed : null;
  }

  async finish({ topic, id }: Job, forgetBefore = 0, now = Date.now()): Promise<void> {
    const done = `UPDATE queued SET state = 'done', body = '{}', nextAt = ?, lastError = '', attempts = attempts + 1
      WHERE topic = ? AND id = ?`;
    await this.#run(done, now, topic, id);
    const forget = "DELETE FROM queued WHERE topic = ? AND state = 'done' AND nextAt < ?";
    await this.#run(forget, topic, forgetBefore);
  }

  async settle({ topic, id, receivedAt }: Job): Promise<void> {
    await this.#run(
      "DELETE FROM queued WHERE topic = ? AND id = ? AND receivedAt = ?",
      topic,
      id,
      receivedAt,
    );
  }

  async remove(topic: Topic, id: string): Promise<void> {
    await this.#run("DELETE FROM queued WHERE topic = ? AND id = ?", topic, id);
  }

  async removeAll(topic: Topic, prefix: string): Promise<void> {
    const sql = "DELETE FROM queued WHERE topic = ? AND substr(id, 1, length(?)) = ?";
    await this.#run(sql, topic, prefix, prefix);
  }

  async revive(topic: Topic, now = Date.now()): Promise<void> {
    const sql =
      "UPDATE queued SET state = 'waiting', attempts = 0, refusals = 0, nextAt = ? WHERE topic = ? AND state = 'dead'";
    await this.#run(sql, now, topic);
  }

  open(topic: Topic, limit: number): Promise<{ count: number; jobs: Job[] }> {
    return this.#file.use((database) => {
      const where = "FROM queued WHERE topic = ? AND state <> 'done'";
      const { count } = database.prepare(`SELECT count(*) AS count ${where}`).get(topic) as { count: number };
      const rows = database.prepare(`SELECT * ${where} ORDER BY receivedAt, id LIMIT ?`).all(topic, limit);
      return { count, jobs: rows.map(fromRow) };
    });
  }

  about(text: string): Promise<Job[]> {
    const sql =
      "SELECT * FROM queued WHERE instr(lower(id), lower($text)) OR instr(lower(body), lower($text))";
    return this.#file.use((database) => database.prepare(sql).all({ $text: text }).map(fromRow));
  }

  /** Rewrites the file: SQLite leaves deleted data in its free pages. */
  shred(): Promise<void> {
    return this.#file.use((database) => database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  figures(): Promise<JobFigures[]> {
    const sql = `SELECT topic, state, count(*) AS count, min(receivedAt) AS oldest
      FROM queued WHERE state <> 'done' GROUP BY topic, state`;
    return this.#file.use((database) => database.prepare(sql).all() as unknown as JobFigures[]);
  }

  close(): void {
    this.#file.close();
  }
}

/** The condition of a job that nobody else has leased, replaced or finished since. */
const HELD = "topic = ? AND id = ? AND state = 'waiting' AND receivedAt = ? AND nextAt = ?";
const held = ({ topic, id, receivedAt, nextAt }: Job) => [topic, id, receivedAt, nextAt] as const;

function putRows(database: DatabaseSync, jobs: readonly NewJob[], now: number, receivedAt: number): Job[] {
  const insert = database.prepare(
    "INSERT OR IGNORE INTO queued (topic, id, body, receivedAt, nextAt) VALUES (?, ?, ?, ?, ?)",
  );
  const select = database.prepare("SELECT * FROM queued WHERE topic = ? AND id = ?");
  for (const { topic, id, body, delay } of jobs)
    insert.run(topic, id, JSON.stringify(body), receivedAt, now + (delay ?? 0));
  return jobs.map(({ topic, id }) => fromRow(select.get(topic, id)));
}

function leaseRow(database: DatabaseSync, topic: Topic, leaseMs: number, now: number): Lease {
  const first = database.prepare(
    "SELECT * FROM queued WHERE topic = ? AND state = 'waiting' ORDER BY nextAt, id LIMIT 1",
  );
  const lease = database.prepare(`UPDATE queued SET nextAt = ? WHERE ${HELD}`);
  for (;;) {
    const row = first.get(topic);
    if (!row) return { job: null, nextAt: null };
    const job = fromRow(row);
    if (job.nextAt > now) return { job: null, nextAt: job.nextAt };
    if (leaseMs === 0) return { job, nextAt: null };
    const nextAt = now + leaseMs;
    // Another process may have been faster.
    if (lease.run(nextAt, ...held(job)).changes === 1) return { job: { ...job, nextAt }, nextAt: null };
  }
}

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

/** SQLite's default, which nothing here changes. */
const PAGE_BYTES = 4_096;
