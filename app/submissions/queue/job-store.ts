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

/** What may change of a job. */
export type JobChange = Partial<Pick<Job, "state" | "attempts" | "refusals" | "nextAt" | "lastError">>;

/**
 * Durable jobs: on this machine's disk (`DiskJobs`), or in Redis for all processes of a site (`RedisJobs`). Several processes
 * may use one store. Every method rejects while the store does not answer, and works again once it does. Times in ms since 1970.
 */
export abstract class JobStore {
  readonly #listeners = new Map<Topic, () => void>();

  /** Calls the listener for every new job of a topic that this process adds. */
  onPut(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, listener);
  }

  protected notify(jobs: readonly Pick<NewJob, "topic">[]): void {
    for (const topic of new Set(jobs.map((job) => job.topic))) this.#listeners.get(topic)?.();
  }

  /**
   * Stores all of the jobs or none; they are durable when this resolves. A job whose id exists stays as it is. Returns what is
   * stored under each id. Rejects when the store is full.
   */
  abstract put(jobs: readonly NewJob[], now?: number): Promise<Job[]>;
  /** Upserts a job. A worker still running the previous version cannot settle the new one. */
  abstract replace(job: NewJob, now?: number): Promise<void>;
  abstract get(topic: Topic, id: string): Promise<Job | null>;
  /** Leases the job that is due first to one process; with `leaseMs` 0 others may get it, too. */
  abstract lease(topic: Topic, leaseMs: number, now?: number): Promise<Lease>;
  /**
   * Changes a job unless somebody else has leased, replaced or finished it since it was read: extends its lease, or stores a failed
   * attempt. Returns it as it is then, or null.
   */
  abstract change(job: Job, changes: JobChange): Promise<Job | null>;
  /**
   * Marks a job as done and deletes its content; its id stays, so that it is not done twice. Forgets the ids of jobs that were
   * done before `forgetBefore`.
   */
  abstract finish(job: Job, forgetBefore?: number, now?: number): Promise<void>;
  /** Deletes a finished or withdrawn job, but not one that has replaced it. */
  abstract settle(job: Job): Promise<void>;
  abstract remove(topic: Topic, id: string): Promise<void>;
  /** Deletes every job whose id starts with the prefix, done or not. */
  abstract removeAll(topic: Topic, prefix: string): Promise<void>;
  /** Retries every dead job of a topic. */
  abstract revive(topic: Topic, now?: number): Promise<void>;
  /** Returns the number of unfinished jobs, and the oldest of them. */
  abstract open(topic: Topic, limit: number): Promise<{ count: number; jobs: Job[] }>;
  /** Returns the jobs that contain a text, done or not, ignoring the case of ASCII letters. */
  abstract about(text: string): Promise<Job[]>;
  /** Overwrites what deleted jobs have left behind in files. */
  abstract shred(): Promise<void>;
  /** Returns the number of unfinished jobs by topic and state, without zeros. */
  abstract figures(): Promise<JobFigures[]>;
  abstract close(): void;
}
