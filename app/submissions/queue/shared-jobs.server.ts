import { join } from "node:path";
import type { Logger } from "pino";
import type { Clock } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.server.ts";
import { DiskJobs } from "./disk-jobs.server.ts";
import { JobStore, type JobChange, type JobFigures, type Lease } from "./job-store.ts";
import { isRemoval, type Job, type NewJob, type Topic } from "./job.ts";
import { JobsTooLarge, RedisJobs } from "./redis-jobs.server.ts";

/** A removal that waited on the disk waits once more in Redis: another process may just be writing what it removes. */
const REMOVAL_DELAY_MS = 15_000;

/** How long a mail on the disk waits before Redis is tried again. */
const MOVE_AGAIN_MS = 30_000;

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * Jobs in Redis; on this machine's disk while Redis does not answer, or when they are too large for it. Jobs on the disk move to
 * Redis as soon as it takes them. A submission that cannot move is written from here, because its id makes that repeatable. An
 * email waits for Redis, where every machine looks up whether it was sent; only one that is too large is sent from here.
 */
export class SharedJobs extends JobStore {
  readonly #redis: JobStore;
  readonly #disk: DiskJobs;
  readonly #log: Pick<Logger, "warn">;

  constructor(redis: JobStore, disk: DiskJobs, log: Pick<Logger, "warn">) {
    super();
    this.#redis = redis;
    this.#disk = disk;
    this.#log = log;
  }

  #of({ isOnDisk }: Job): JobStore {
    return isOnDisk ? this.#disk : this.#redis;
  }

  override onPut(topic: Topic, listener: () => void): void {
    this.#redis.onPut(topic, listener);
    this.#disk.onPut(topic, listener);
  }

  async #redisOrDisk<Result>(step: (store: JobStore) => Promise<Result>): Promise<Result> {
    try {
      return await step(this.#redis);
    } catch (error) {
      this.#log.warn({ err: error }, "queue: Redis does not take a job, the disk does");
      return step(this.#disk);
    }
  }

  put(jobs: readonly NewJob[], now?: number): Promise<Job[]> {
    return this.#redisOrDisk((store) => store.put(jobs, now));
  }

  async replace(job: NewJob, now?: number): Promise<void> {
    await this.#redisOrDisk(async (store) => {
      await store.replace(job, now);
      if (store === this.#redis) await this.#disk.remove(job.topic, job.id);
    });
  }

  async #fromDisk(topic: Topic, id: string): Promise<Job | null> {
    const job = await this.#disk.get(topic, id);
    return job && { ...job, isOnDisk: true };
  }

  async get(topic: Topic, id: string): Promise<Job | null> {
    return (await this.#fromDisk(topic, id)) ?? this.#redis.get(topic, id);
  }

  async #move(job: Job): Promise<void> {
    const { topic, id, receivedAt } = job;
    const body = job.body as object;
    if (isRemoval(body)) await this.#redis.replace({ topic, id, body, delay: REMOVAL_DELAY_MS });
    else await this.#redis.put([{ topic, id, body }], receivedAt);
    await this.#disk.settle(job);
  }

  /**
   * Moves due jobs of the disk. Returns the first one that has to be done from here, and when the next is due. Stops at the first
   * email that Redis does not take: each waits for Redis' timeout, so the first would be due again before the last was tried.
   */
  async #drain(topic: Topic, leaseMs: number, now?: number): Promise<Lease> {
    for (;;) {
      const { job, nextAt } = await this.#disk.lease(topic, leaseMs, now);
      if (!job) return { job, nextAt };
      try {
        await this.#move(job);
      } catch (error) {
        if (topic === "submission" || error instanceof JobsTooLarge)
          return { job: { ...job, isOnDisk: true }, nextAt };
        const again = {
          attempts: job.attempts + 1,
          refusals: 0,
          lastError: "Redis does not answer.",
          nextAt: Date.now() + MOVE_AGAIN_MS,
        };
        await this.#disk.change(job, again);
        return { job: null, nextAt: again.nextAt };
      }
    }
  }

  async lease(topic: Topic, leaseMs: number, now?: number): Promise<Lease> {
    const onDisk = await this.#drain(topic, leaseMs, now);
    if (onDisk.job) return onDisk;
    const { job, nextAt } = await this.#redis.lease(topic, leaseMs, now);
    return { job, nextAt: earlier(nextAt, onDisk.nextAt) };
  }

  change(job: Job, changes: JobChange): Promise<Job | null> {
    return this.#of(job).change(job, changes);
  }

  finish(job: Job, forgetBefore?: number, now?: number): Promise<void> {
    return this.#of(job).finish(job, forgetBefore, now);
  }

  settle(job: Job): Promise<void> {
    return this.#of(job).settle(job);
  }

  async remove(topic: Topic, id: string): Promise<void> {
    await this.#disk.remove(topic, id);
    await this.#redis.remove(topic, id);
  }

  async removeAll(topic: Topic, prefix: string): Promise<void> {
    await this.#disk.removeAll(topic, prefix);
    await this.#redis.removeAll(topic, prefix);
  }

  async revive(topic: Topic, now?: number): Promise<void> {
    await this.#disk.revive(topic, now);
    await this.#redis.revive(topic, now);
  }

  async open(topic: Topic, limit: number): Promise<{ count: number; jobs: Job[] }> {
    const [disk, redis] = await Promise.all([this.#disk.open(topic, limit), this.#redis.open(topic, limit)]);
    const jobs = [...disk.jobs, ...redis.jobs].toSorted((a, b) => a.receivedAt - b.receivedAt);
    return { count: disk.count + redis.count, jobs: jobs.slice(0, limit) };
  }

  async about(text: string): Promise<Job[]> {
    return [...(await this.#disk.about(text)), ...(await this.#redis.about(text))];
  }

  shred(): Promise<void> {
    return this.#disk.shred();
  }

  async figures(): Promise<JobFigures[]> {
    const figures = await this.#redis.figures();
    for (const more of await this.#disk.figures()) {
      const same = figures.find(({ topic, state }) => topic === more.topic && state === more.state);
      if (!same) figures.push(more);
      else
        Object.assign(same, { count: same.count + more.count, oldest: Math.min(same.oldest, more.oldest) });
    }
    return figures;
  }

  close(): void {
    this.#disk.close();
  }
}

/** Returns the jobs of a site: on the disk, or in Redis where that is configured. */
export function openJobStore(
  { dataDir, redis }: Pick<Env, "dataDir" | "redis">,
  log: Pick<Logger, "warn">,
  clock?: Clock,
): JobStore {
  const disk = new DiskJobs(join(dataDir, "queue"), undefined, clock);
  return redis.on ? new SharedJobs(new RedisJobs(redis), disk, log) : disk;
}
