import { LakeError } from "../errors.ts";

export interface WorkQueueOptions {
  /** Jobs that run at once. */
  concurrency?: number;
  /** Jobs that wait, of all callers together. */
  maxWaiting?: number;
  /** Jobs that wait, of one caller. */
  maxPerCaller?: number;
}

/** On whose behalf a job runs. */
export interface Requester {
  /** What one caller may use up is counted under it. */
  caller: string;
  /** Aborts when the caller is gone. */
  signal: AbortSignal;
}

interface Job {
  key: string;
  work: () => Promise<unknown>;
  result: PromiseWithResolvers<unknown>;
  isRunning: boolean;
  /** Requests that wait for the result. */
  requests: number;
  callers: Set<string>;
}

/**
 * Runs few image jobs at once, so that a page full of new pictures cannot take the whole machine. Callers take turns: a
 * job waits for at most one job of every other caller, however many those have queued. Requests for the same key share
 * one job; a job that nobody waits for any more never starts. A running one goes on, as sharp cannot be interrupted.
 */
export class WorkQueue {
  readonly #limits: Required<WorkQueueOptions>;
  readonly #jobs = new Map<string, Job>();
  /** The waiting jobs of each caller. The first caller is the next to be served. */
  readonly #lines = new Map<string, Set<Job>>();
  #running = 0;

  constructor({ concurrency = 2, maxWaiting = 200, maxPerCaller = 50 }: WorkQueueOptions = {}) {
    this.#limits = { concurrency, maxWaiting, maxPerCaller };
  }

  /**
   * Returns what `work` resolves to. Rejects with LakeError 503 when too many jobs wait, and with the signal's reason
   * when the caller leaves.
   */
  async run<T>(key: string, { caller, signal }: Requester, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const job = this.#jobs.get(key) ?? this.#create(key, work);
    if (!job.isRunning) this.#join(job, caller);
    job.requests += 1;
    this.#startNext();
    try {
      return (await untilAborted(job.result.promise, signal)) as T;
    } finally {
      job.requests -= 1;
      if (job.requests === 0 && !job.isRunning) {
        this.#leaveLines(job);
        this.#jobs.delete(key);
      }
    }
  }

  /** Resolves when every job has ended. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#jobs.values()].map(({ result }) => result.promise));
  }

  #create(key: string, work: () => Promise<unknown>): Job {
    if (this.#jobs.size - this.#running >= this.#limits.maxWaiting) throw tooBusy();
    const result = Promise.withResolvers<unknown>();
    // All who waited may be gone when it fails.
    result.promise.catch(() => {});
    return { key, work, result, isRunning: false, requests: 0, callers: new Set() };
  }

  #join(job: Job, caller: string): void {
    if (job.callers.has(caller)) return;
    const line = this.#lines.get(caller) ?? new Set();
    if (line.size >= this.#limits.maxPerCaller) throw tooBusy();
    this.#lines.set(caller, line.add(job));
    job.callers.add(caller);
    this.#jobs.set(job.key, job);
  }

  #leaveLines(job: Job): void {
    for (const caller of job.callers) {
      const line = this.#lines.get(caller);
      line?.delete(job);
      if (line?.size === 0) this.#lines.delete(caller);
    }
  }

  #startNext(): void {
    while (this.#running < this.#limits.concurrency) {
      const [turn] = this.#lines;
      const [job] = turn?.[1] ?? [];
      if (!turn || !job) return;
      this.#lines.delete(turn[0]);
      this.#lines.set(...turn);
      this.#leaveLines(job);
      void this.#start(job);
    }
  }

  async #start(job: Job): Promise<void> {
    job.isRunning = true;
    this.#running += 1;
    try {
      job.result.resolve(await job.work());
    } catch (error) {
      job.result.reject(error);
    } finally {
      this.#running -= 1;
      this.#jobs.delete(job.key);
      this.#startNext();
    }
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** 503, which clients and browsers may try again. */
export const tooBusy = (message = "Too many images are being made; try again shortly"): LakeError =>
  new LakeError(503, { statusCode: 503, error: "Service Unavailable", message }, { "retry-after": "2" });
