/**
 * Rendering, the slowest work there is, manages some 300 pages a second, so the last of 600 waits about two seconds; later
 * visitors would have left before the answer.
 */
const MAX_RUNNING = 600;
/** Under pressure (@fastify/under-pressure) the machine manages less. Fewer requests are never refused: they are not the cause. */
const MAX_RUNNING_UNDER_PRESSURE = 60;

interface AdmissionOptions {
  underPressure: () => boolean;
  maxRunning?: number;
  maxRunningUnderPressure?: number;
}

export interface Admission {
  /** True when no more work should be begun; counts the refusal. */
  refuses(): boolean;
  /** Counts work until its promise settles. Slow senders and open streams of events do not count. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Pieces of work that run. */
  readonly running: number;
  /** Refusals since the start. */
  readonly refused: number;
}

/** Refuses new work under overload, so that running work finishes in time. */
export function createAdmission({
  underPressure,
  maxRunning = MAX_RUNNING,
  maxRunningUnderPressure = MAX_RUNNING_UNDER_PRESSURE,
}: AdmissionOptions): Admission {
  let running = 0;
  let refused = 0;
  return {
    refuses() {
      if (running < (underPressure() ? maxRunningUnderPressure : maxRunning)) return false;
      refused += 1;
      return true;
    },
    async run(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
      }
    },
    get running() {
      return running;
    },
    get refused() {
      return refused;
    },
  };
}
