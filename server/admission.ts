import { monitorEventLoopDelay } from "node:perf_hooks";

const LIMITS = {
  /** About 300 pages a second can be rendered, so the last of 600 takes some two seconds; nobody waits much longer. */
  maxRunning: 600,
  /** While the event loop is busy. Fewer requests than this are not its cause. */
  maxRunningUnderPressure: 60,
  /** A render takes 10 to 40 ms, so a visitor waits for at most 8 renders of each other caller. */
  maxRunningPerCaller: 8,
  /** Each holds some 20 KB. */
  maxWaitingPerCaller: 200,
};

/** Mean delay of the event loop above which it counts as busy, in ms. */
const MAX_EVENT_LOOP_DELAY_MS = 500;
/** The delay is that of the last second. */
const SAMPLE_MS = 1_000;
const RESOLUTION_MS = 10;

/** Starts measuring the event loop. */
export function watchEventLoop() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let isBusy = false;
  const sample = () => {
    isBusy = delay.mean / 1e6 - RESOLUTION_MS > MAX_EVENT_LOOP_DELAY_MS;
    delay.reset();
  };
  const timer = setInterval(sample, SAMPLE_MS).unref();
  return {
    isBusy: () => isBusy,
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

interface Share {
  running: number;
  waiting: (() => void)[];
}

/** Bounds concurrent work: altogether, so that it finishes in time under overload, and per caller. */
export function createAdmission({
  underPressure,
  ...limits
}: { underPressure: () => boolean } & Partial<typeof LIMITS>) {
  const { maxRunning, maxRunningUnderPressure, maxRunningPerCaller, maxWaitingPerCaller } = {
    ...LIMITS,
    ...limits,
  };
  let running = 0;
  let rejected = 0;
  const shares = new Map<string, Share>();

  async function runCounted<T>(work: () => Promise<T>): Promise<T> {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  async function runInShare<T>(callerKey: string, work: () => Promise<T>): Promise<T> {
    const share = shares.get(callerKey) ?? { running: 0, waiting: [] };
    shares.set(callerKey, share);
    // Finished work hands its place to the next in line, so that nobody jumps the queue.
    if (share.running < maxRunningPerCaller) share.running += 1;
    else await new Promise<void>((resolve) => share.waiting.push(resolve));
    try {
      return await runCounted(work);
    } finally {
      const next = share.waiting.shift();
      if (next) next();
      else share.running -= 1;
      if (share.running === 0) shares.delete(callerKey);
    }
  }

  return {
    /** True when a request should be rejected with 503: too much runs, or too much of this caller waits. Counts the rejection. */
    rejects(callerKey?: string): boolean {
      const waiting = callerKey === undefined ? 0 : (shares.get(callerKey)?.waiting.length ?? 0);
      const limit = underPressure() ? maxRunningUnderPressure : maxRunning;
      if (running < limit && waiting < maxWaitingPerCaller) return false;
      rejected += 1;
      return true;
    },
    /**
     * Runs work and counts it until its promise settles. With a `callerKey` at most 8 pieces of that caller run at once and the
     * others wait their turn, so that one caller cannot keep the rest waiting.
     */
    run: <T>(work: () => Promise<T>, callerKey?: string): Promise<T> =>
      callerKey === undefined ? runCounted(work) : runInShare(callerKey, work),
    /** Running pieces of work. */
    get running() {
      return running;
    },
    /** Rejections since the start. */
    get rejected() {
      return rejected;
    },
  };
}
