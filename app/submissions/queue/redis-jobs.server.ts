import type { Redis } from "@upstash/redis";
import { openRedis } from "../../platform/redis.server.ts";
import { JobStore, type JobChange, type JobFigures, type Lease } from "./job-store.ts";
import type { Job, NewJob, Topic } from "./job.ts";
import { JOBS_SCRIPT } from "./redis-jobs-script.ts";

/** A hash tag: all keys are on one node of a Redis cluster, as its scripts need. */
const PREFIX = "{jobs}";

const TOPICS: readonly Topic[] = ["submission", "mail"];

/** Of unfinished jobs: what Upstash's smallest plan holds, less room for sessions, limits and ids of jobs that are done. */
const MAX_BYTES = 192 * 1024 ** 2;

/** A put of more goes elsewhere. Redis proxies and plans take requests of 1 MB at least. */
const MAX_PUT_BYTES = 900 * 1024;

const TIMEOUT_MS = 2_000;

/** Jobs of one page of a scan. */
const SCAN_COUNT = 100;

/** Thrown for jobs that Redis may not take, although it answers: they are too large, or it holds too many. */
export class JobsTooLarge extends Error {}

type RawRow = [topic: Topic, id: string, meta: string, body: string];

const fromRow = ([topic, id, meta, body]: RawRow): Job => ({
  topic,
  id,
  body: JSON.parse(body) as unknown,
  ...(JSON.parse(meta) as Omit<Job, "topic" | "id" | "body">),
});

interface RedisJobsOptions {
  url: string;
  token: string;
  maxBytes?: number;
}

/**
 * Jobs in Redis, shared by all processes of a site. Not a Redis stream: jobs are due at a time of their own, and are looked up,
 * replaced and withdrawn by id (docs/decisions/0019-queue-in-redis.md).
 */
export class RedisJobs extends JobStore {
  readonly #redis: Redis;
  readonly #maxBytes: number;

  constructor({ url, token, maxBytes = MAX_BYTES }: RedisJobsOptions) {
    super();
    this.#redis = openRedis({ url, token }, { timeoutMs: TIMEOUT_MS, retries: 0, parsesJson: false });
    this.#maxBytes = maxBytes;
  }

  async #run<Result>(operation: string, ...values: (string | number)[]): Promise<Result> {
    const script = this.#redis.createScript<Result | "full">(JOBS_SCRIPT);
    const result = await script.exec([PREFIX], [operation, ...values.map(String)]);
    if (result === "full") throw new JobsTooLarge("The queue in Redis is full.");
    return result;
  }

  async put(jobs: readonly NewJob[], now = Date.now()): Promise<Job[]> {
    const values = jobs.flatMap(({ topic, id, body, delay }) => [
      topic,
      id,
      JSON.stringify(body),
      String(delay ?? 0),
    ]);
    if (values.reduce((sum, value) => sum + Buffer.byteLength(value), 0) > MAX_PUT_BYTES)
      throw new JobsTooLarge("The jobs are too large for a request to Redis.");
    const rows = await this.#run<RawRow[]>("put", now, this.#maxBytes, ...values);
    this.notify(jobs);
    return rows.map(fromRow);
  }

  async replace(job: NewJob, now = Date.now()): Promise<void> {
    const { topic, id, body, delay } = job;
    await this.#run("replace", topic, id, now, delay ?? 0, this.#maxBytes, JSON.stringify(body));
    this.notify([job]);
  }

  async get(topic: Topic, id: string): Promise<Job | null> {
    const row = await this.#run<RawRow | null>("get", topic, id);
    return row && fromRow(row);
  }

  async lease(topic: Topic, leaseMs: number, now = Date.now()): Promise<Lease> {
    const [row, nextAt] = await this.#run<[RawRow | null, string | null]>("lease", topic, now, leaseMs);
    return { job: row && fromRow(row), nextAt: nextAt === null ? null : Number(nextAt) };
  }

  async change(job: Job, changes: JobChange): Promise<Job | null> {
    const { topic, id, receivedAt, nextAt } = job;
    // Redis does not parse JSON with a lone surrogate, such as half an emoji.
    const written = JSON.stringify(changes, (_name, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    );
    const rows = await this.#run<number>("change", topic, id, receivedAt, nextAt, written);
    return rows === 1 ? { ...job, ...changes } : null;
  }

  async finish({ topic, id }: Job, forgetBefore = 0, now = Date.now()): Promise<void> {
    await this.#run("finish", topic, id, now, forgetBefore);
  }

  async settle({ topic, id, receivedAt }: Job): Promise<void> {
    await this.#run("settle", topic, id, receivedAt);
  }

  async remove(topic: Topic, id: string): Promise<void> {
    await this.#run("remove", topic, id);
  }

  async removeAll(topic: Topic, prefix: string): Promise<void> {
    await this.#run("removeAll", topic, prefix);
  }

  async revive(topic: Topic, now = Date.now()): Promise<void> {
    await this.#run("revive", topic, now);
  }

  async open(topic: Topic, limit: number): Promise<{ count: number; jobs: Job[] }> {
    const [count, ...rows] = await this.#run<[number, ...RawRow[]]>("open", topic, limit);
    const jobs = rows.map(fromRow).toSorted((a, b) => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1));
    return { count, jobs: jobs.slice(0, limit) };
  }

  /** Yields every job, done or not, in no order. One that is added or deleted meanwhile may be missing. */
  async *all(): AsyncGenerator<Job> {
    for (const topic of TOPICS) {
      let cursor = "0";
      do {
        const [next, found] = await this.#redis.hscan(`${PREFIX}:${topic}:meta`, cursor, {
          count: SCAN_COUNT,
        });
        for (let index = 0; index < found.length; index += 2) {
          const job = await this.get(topic, String(found[index]));
          if (job) yield job;
        }
        cursor = next;
      } while (cursor !== "0");
    }
  }

  async about(text: string): Promise<Job[]> {
    const found: Job[] = [];
    const wanted = text.toLowerCase();
    for await (const job of this.all())
      if (`${job.id}\n${JSON.stringify(job.body)}`.toLowerCase().includes(wanted)) found.push(job);
    return found;
  }

  /** Redis frees what is deleted; its append-only file is rewritten by Redis itself. */
  async shred(): Promise<void> {}

  async figures(): Promise<JobFigures[]> {
    type RawFigures = [topic: Topic, state: Job["state"], count: number, oldest: string][];
    const figures = await Promise.all(TOPICS.map((topic) => this.#run<RawFigures>("figures", topic)));
    return figures
      .flat()
      .map(([topic, state, count, oldest]) => ({ topic, state, count, oldest: Number(oldest) }));
  }

  close(): void {}
}
