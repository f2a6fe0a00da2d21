import { tooBusy } from "../model/errors.ts";
import { FairQueue } from "../model/fair-queue.ts";

export interface WorkQueueOptions {
  /** Jobs that run at a time. */
  concurrency?: number;
  /** Waiting jobs of all callers. */
  maxWaiting?: number;
  /** Waiting jobs of one caller. */
  maxPerCaller?: number;
}

/** The request that needs a job. */
export interface Requester {
  /** What one caller may use is counted by this key. */
  caller: string;
  /** Aborts when the caller leaves. */
  signal: AbortSignal;
}

interface Job {
  key: string;
  work: () => Promise<unknown>;
  result: PromiseWithResolvers<unknown>;
  isRunning: boolean;
  /** Number of requests that wait for the result. */
  requests: number;
  callers: Set<string>;
}

/**
 * Runs few image jobs at a time, so that a page full of new images cannot occupy the machine. Callers take turns: a job waits for
 * at most one job of every other caller, however many they have queued. Requests for the same key share a job. A job without
 * requests never starts; a running one continues, because sharp cannot be interrupted.
 */
export class WorkQueue {
  readonly #limits: Required<WorkQueueOptions>;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting = new FairQueue<Job>();
  #running = 0;

  constructor({ concurrency = 2, maxWaiting = 200, maxPerCaller = 50 }: WorkQueueOptions = {}) {
    this.#limits = { concurrency, maxWaiting, maxPerCaller };
  }

  /**
   * Resolves with the result of `work`. Rejects with LakeError 503 if too many jobs wait, and with the signal's reason if the
   * caller leaves.
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

  /** Resolves once every job has ended. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#jobs.values()].map(({ result }) => result.promise));
  }

  #create(key: string, work: () => Promise<unknown>): Job {
    if (this.#jobs.size - this.#running >= this.#limits.maxWaiting) throw tooBusy();
    const result = Promise.withResolvers<unknown>();
    // Everyone who waited may have left when it fails.
    result.promise.catch(() => {});
    return { key, work, result, isRunning: false, requests: 0, callers: new Set() };
  }

  #join(job: Job, caller: string): void {
    if (job.callers.has(caller)) return;
    if (this.#waiting.waiting(caller) >= this.#limits.maxPerCaller) throw tooBusy();
    this.#waiting.push(caller, job);
    job.callers.add(caller);
    this.#jobs.set(job.key, job);
  }

  #leaveLines(job: Job): void {
    for (const caller of job.callers) this.#waiting.remove(caller, job);
  }

  #startNext(): void {
    while (this.#running < this.#limits.concurrency) {
      const job = this.#waiting.shift();
      if (!job) return;
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
