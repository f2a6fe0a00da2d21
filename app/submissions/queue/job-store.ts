import type { Job, NewJob, Topic } from "./job.ts";

/** Number of unfinished jobs of one topic and state. */
export interface JobFigures extends Pick<Job, "topic" | "state"> {
  count: number;
  /** When the oldest was received, in ms since 1970. */
  oldest: number;
}

/** The job that was due first, or when the next one is due; both null when none waits. */
export interface Lease {
  job: Job | null;
  nextAt: number | null;
}

export type Failure = Pick<Job, "state" | "refusals" | "nextAt" | "lastError">;

/**
 * Durable jobs: on this machine's disk (`DiskJobs`), or in Redis for all processes of a site (`RedisJobs`). Several processes
 * may use one store. Every method rejects while the store does not answer, and works again once it does. Times in ms since 1970.
 */
export interface JobStore {
  /** Calls the listener for every new job of a topic that this process adds. */
  onPut(topic: Topic, listener: () => void): void;
  /**
   * Stores all of the jobs or none; they are durable when this resolves. A job whose id exists stays as it is. Returns what is
   * stored under each id. Rejects when the store is full.
   */
  put(jobs: readonly NewJob[], now?: number): Promise<Job[]>;
  /** Upserts a job. A worker still running the previous version cannot settle the new one. */
  replace(job: NewJob, now?: number): Promise<void>;
  get(topic: Topic, id: string): Promise<Job | null>;
  /** Leases the job that is due first to one process; with `leaseMs` 0 others may get it, too. */
  lease(topic: Topic, leaseMs: number, now?: number): Promise<Lease>;
  /** Extends a lease; returns the job as it is leased now, or null when the lease was lost. */
  renew(job: Job, leaseMs: number, now?: number): Promise<Job | null>;
  /** Stores a failed attempt, unless the lease was lost: the job is due again at `nextAt`, or never when it is dead. */
  failed(job: Job, failure: Failure): Promise<void>;
  /**
   * Marks a job as done and deletes its content; its id stays, so that it is not done twice. Forgets the ids of jobs that were
   * done before `forgetBefore`.
   */
  finish(job: Job, forgetBefore?: number, now?: number): Promise<void>;
  /** Deletes a finished or withdrawn job, but not one that has replaced it. */
  settle(job: Job): Promise<void>;
  remove(topic: Topic, id: string): Promise<void>;
  /** Deletes every job whose id starts with the prefix, done or not. */
  removeAll(topic: Topic, prefix: string): Promise<void>;
  /** Retries every dead job of a topic. */
  revive(topic: Topic, now?: number): Promise<void>;
  /** Returns the number of unfinished jobs, and the oldest of them. */
  open(topic: Topic, limit: number): Promise<{ count: number; jobs: Job[] }>;
  /** Returns the jobs that contain a text, done or not, ignoring the case of ASCII letters. */
  about(text: string): Promise<Job[]>;
  /** Overwrites what deleted jobs have left behind in files. */
  shred(): Promise<void>;
  /** Returns the number of unfinished jobs by topic and state, without zeros. */
  figures(): Promise<JobFigures[]>;
  close(): void;
}

export class JobListeners {
  readonly #listeners = new Map<Topic, () => void>();

  set(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, listener);
  }

  notify(jobs: readonly Pick<NewJob, "topic">[]): void {
    for (const topic of new Set(jobs.map((job) => job.topic))) this.#listeners.get(topic)?.();
  }
}
