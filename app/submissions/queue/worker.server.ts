import type { Logger } from "pino";
import { isAppError } from "../../platform/errors.ts";
import type { JobChange, JobStore } from "./job-store.ts";
import type { Job, Topic } from "./job.ts";

/** How a topic is processed. */
export interface WorkerTiming {
  /** Pause after the first failure; doubles with each further one, plus up to half of it at random. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** A job that was refused (not: unavailable) this many times is dead. */
  maxRefusals: number;
  /** A job that is older when it fails is dead, whatever the reason. */
  maxAgeMs: number;
  /**
   * How long after its last sign of life a process that leases a job has it to itself; 0 where two may process it at once.
   */
  leaseMs: number;
  /** Jobs at a time, 1 by default. More need a lease. */
  concurrency?: number;
}

export interface WorkerOptions {
  store: JobStore;
  topic: Topic;
  timing: WorkerTiming;
  /**
   * Processes a job, which may have been processed before. Throws `unavailable` to retry later, `too-many-requests` to retry only
   * this job later; any other error counts as a rejection.
   */
  work: (job: Job) => Promise<void>;
  /** Deletes a finished job, or marks it as done. */
  finish: (job: Job) => Promise<void>;
  log: Pick<Logger, "info" | "error">;
}

export type Worker = ReturnType<typeof createWorker>;

/** How often the worker looks for jobs of another process, or whether the queue is back. */
const HEARTBEAT_MS = 30_000;

export function pauseAfter(failures: number, { firstPauseMs, maxPauseMs }: WorkerTiming): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1)) * (1 + Math.random() / 2);
}

function failureOf(
  job: Job,
  error: unknown,
  timing: WorkerTiming,
): { failure: JobChange; unavailable: boolean } {
  const code = isAppError(error) ? error.code : null;
  const unavailable = code === "unavailable";
  const isLater = unavailable || code === "too-many-requests";
  const refusals = job.refusals + (isLater ? 0 : 1);
  const tooOld = Date.now() - job.receivedAt > timing.maxAgeMs;
  const failure: JobChange = {
    attempts: job.attempts + 1,
    state: tooOld || (!isLater && refusals >= timing.maxRefusals) ? "dead" : "waiting",
    refusals,
    nextAt: Math.round(Date.now() + pauseAfter(job.attempts + 1, timing)),
    lastError: error instanceof Error ? error.message : String(error),
  };
  return { unavailable, failure };
}

/** Returns what is logged of a job, without the recipient of an email. */
const logged = ({ topic, id, attempts }: Job) => ({ topic, id: id.split("/", 1)[0], attempts: attempts + 1 });

/**
 * Returns the worker of a topic, which runs from `start` to `stop`. While the other side is unavailable it pauses for a
 * growing time and then tries a different job first, so that no single job blocks the rest.
 */
export function createWorker({ store, topic, timing, work, finish, log }: WorkerOptions) {
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  const busy = new Set<Promise<void>>();
  /** Jobs that were processed and not finished, as when the disk is full: an email in the queue again is not sent again. */
  const processed = new Set<string>();
  const stopping = new AbortController();
  let outages = 0;
  let notBefore = 0;
  /** When the next job is due; null when none waits or the queue cannot be read. */
  let dueAt: number | null = null;
  /** Set by `wake`, cleared by the next look into the queue, so that no job is missed that comes during a look. */
  let isWanted = false;

  /** Processes a job while renewing its lease. Returns the job as it is leased then. */
  async function runLeased(job: Job): Promise<{ held: Job; error?: unknown }> {
    let held = job;
    const key = `${job.receivedAt}/${job.id}`;
    // A lease that cannot be renewed may still be ours: the store knows when the job is settled.
    const renew = () =>
      store.change(held, { nextAt: Date.now() + timing.leaseMs }).then(
        (renewed) => void (held = renewed ?? held),
        () => {},
      );
    let renewing: Promise<void> = Promise.resolve();
    const heartbeat =
      timing.leaseMs > 0 ? setInterval(() => void (renewing = renew()), timing.leaseMs / 3) : undefined;
    try {
      if (!processed.has(key)) await work(job);
      processed.add(key);
      await finish(job);
      processed.delete(key);
      return { held };
    } catch (error) {
      clearInterval(heartbeat);
      await renewing;
      return { held, error };
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Returns false when the other side is unavailable. */
  async function tryJob(leased: Job): Promise<boolean> {
    const { held: job, error } = await runLeased(leased);
    if (error === undefined) {
      if (job.attempts > 0 || outages > 0) log.info(logged(job), "queue: done");
      outages = 0;
      return true;
    }
    const { failure, unavailable } = failureOf(job, error, timing);
    await store.change(job, failure);
    // Another server's message may contain an email address; admins see it with the job.
    const about = isAppError(error) ? { code: error.code } : { err: error };
    if (failure.state === "dead") log.error({ ...logged(job), ...about }, "queue: given up");
    if (!unavailable) return true;
    // Jobs that fail at the same time count as one outage.
    if (Date.now() >= notBefore) {
      outages += 1;
      notBefore = Date.now() + pauseAfter(outages, timing);
    }
    return false;
  }

  async function round(): Promise<void> {
    while (!stopping.signal.aborted && Date.now() >= notBefore) {
      isWanted = false;
      const { job, nextAt } = await store.lease(topic, timing.leaseMs);
      if (job) {
        startRound();
        if (!(await tryJob(job))) break;
      } else if (!isWanted) {
        dueAt = nextAt;
        return;
      }
    }
    dueAt = notBefore;
  }

  /** Starts a run, one at first: each run that finds a job starts the next, as many as `concurrency` allows. */
  function startRound(): void {
    if (!started || stopping.signal.aborted || busy.size >= (timing.concurrency ?? 1)) return;
    const unreadable = (error: unknown) => {
      dueAt = null;
      log.error({ topic, err: error }, "queue: not readable");
    };
    const running = round().catch(unreadable);
    busy.add(running);
    void running.then(() => {
      busy.delete(running);
      if (isWanted && Date.now() >= notBefore) startRound();
      else schedule();
    });
  }

  function wake(): void {
    clearTimeout(timer);
    isWanted = true;
    startRound();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const pause = dueAt === null ? HEARTBEAT_MS : Math.max(dueAt, notBefore) - Date.now();
    timer = setTimeout(wake, Math.min(HEARTBEAT_MS, Math.max(1, pause)));
    timer.unref();
  }

  store.onPut(topic, wake);
  return {
    /** Starts processing due jobs. */
    start(): void {
      started = true;
      wake();
    },
    /** Looks for due jobs at once. */
    wake,
    /** Waits for the running jobs and starts no others. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(busy);
    },
  };
}
