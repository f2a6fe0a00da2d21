import type { Logger } from "pino";
import { isAppError } from "../../platform/errors.ts";
import type { JobStore } from "./job-store.server.ts";
import type { Job, Topic } from "./job.ts";

type Failure = Pick<Job, "state" | "refusals" | "nextAt" | "lastError">;

/** How a topic is worked off. All times in milliseconds. */
export interface Pace {
  /** Pause after the first failure; doubles with each further one, with up to half of it more by chance. */
  firstPause: number;
  longestPause: number;
  /** A job that is refused (not: unavailable) so many times is dead. */
  refusals: number;
  /** A job that is older when it fails is dead, whatever the reason. */
  longestWait: number;
  /** A process that takes a job has it to itself for so long; 0 where two may do it at once. */
  lease: number;
  /** So many jobs at a time; 1 when left out. More need a lease. */
  hands?: number;
}

export interface WorkerOptions {
  store: JobStore;
  topic: Topic;
  pace: Pace;
  /** Does a job that may already have been done. An AppError `unavailable` means: later; anything else: refused. */
  work: (job: Job) => Promise<void>;
  /** Puts a finished job away. */
  finish: (job: Job) => void;
  log: Pick<Logger, "info" | "error">;
}

export interface Worker {
  /** Starts processing due jobs; nothing runs before. */
  start(): void;
  /** Looks at once for what is due. */
  wake(): void;
  /** Waits for the job in hand, then does no more. */
  stop(): Promise<void>;
}

/** Jobs of another process, and a disk that was not there, are looked for this often (milliseconds). */
const HEARTBEAT = 30_000;

export function pauseAfter(failures: number, { firstPause, longestPause }: Pace): number {
  return Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (1 + Math.random() / 2);
}

/** What becomes of a job that just failed. */
function verdict(job: Job, error: unknown, pace: Pace): { failure: Failure; unavailable: boolean } {
  const unavailable = isAppError(error) && error.code === "unavailable";
  const refusals = job.refusals + (unavailable ? 0 : 1);
  const tooOld = Date.now() - job.receivedAt > pace.longestWait;
  const failure: Failure = {
    state: tooOld || (!unavailable && refusals >= pace.refusals) ? "dead" : "waiting",
    refusals,
    nextAt: Math.round(Date.now() + pauseAfter(job.attempts + 1, pace)),
    lastError: error instanceof Error ? error.message : String(error),
  };
  return { unavailable, failure };
}

/** What the log may know of a job: not to whom a mail goes. */
const logged = ({ topic, id, attempts }: Job) => ({ topic, id: id.split("/", 1)[0], attempts: attempts + 1 });

/**
 * Works off a topic, as many jobs at a time as it has hands, from its start until it is stopped. When the other side is unavailable it is left in
 * peace for a growing while, and another job is tried first the next time, so that none stands in the way of the rest.
 */
export function createWorker({ store, topic, pace, work, finish, log }: WorkerOptions): Worker {
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  const busy = new Set<Promise<void>>();
  const stopping = new AbortController();
  let outages = 0;
  let notBefore = 0;

  /** Answers false when the other side is away. */
  async function tryJob(job: Job): Promise<boolean> {
    if (pace.lease > 0 && !store.claim(job, Date.now() + pace.lease)) return true;
    try {
      await work(job);
      finish(job);
      if (job.attempts > 0 || outages > 0) log.info(logged(job), "queue: done");
      outages = 0;
      return true;
    } catch (error) {
      const { failure, unavailable } = verdict(job, error, pace);
      store.failed(job, failure);
      // Another server's words may hold an address; admins read them with the job.
      const about = isAppError(error) ? { code: error.code } : { err: error };
      if (failure.state === "dead") log.error({ ...logged(job), ...about }, "queue: given up");
      if (!unavailable) return true;
      // Several that fail together are one outage.
      if (Date.now() >= notBefore) {
        outages += 1;
        notBefore = Date.now() + pauseAfter(outages, pace);
      }
      return false;
    }
  }

  async function round(): Promise<void> {
    while (!stopping.signal.aborted && Date.now() >= notBefore) {
      const job = store.nextDue(topic, Date.now());
      if (!job || !(await tryJob(job))) return;
    }
  }

  /** A hand that has nothing to do comes back for what is due next, also while others are at work. */
  function wake(): void {
    clearTimeout(timer);
    if (!started || stopping.signal.aborted) return;
    const unreadable = (error: unknown) => log.error({ topic, err: error }, "queue: not readable");
    while (busy.size < (pace.hands ?? 1)) {
      const hand = round().catch(unreadable);
      busy.add(hand);
      void hand.then(() => {
        busy.delete(hand);
        schedule();
      });
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    let due: number | null = null;
    try {
      due = store.nextTime(topic);
    } catch {
      // The round has just said so; the heartbeat tries again.
    }
    const pause = due === null ? HEARTBEAT : Math.max(due, notBefore) - Date.now();
    timer = setTimeout(wake, Math.min(HEARTBEAT, Math.max(1, pause)));
    // The timer keeps no process alive.
    timer.unref();
  }

  store.onPut(topic, wake);
  return {
    start() {
      started = true;
      wake();
    },
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(busy);
    },
  };
}
