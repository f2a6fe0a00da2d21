/** Rendering takes 10 to 40 ms, so a visitor waits for some 8 renderings of each other caller, not for all that one has asked for. */
const MAX_RUNNING_PER_CALLER = 8;
/** Each holds some 20 KB. */
const MAX_WAITING_PER_CALLER = 200;

interface CallerSharesOptions {
  maxRunning?: number;
  maxWaiting?: number;
}

interface Share {
  running: number;
  waiting: (() => void)[];
}

export interface CallerShares {
  /** True when so much of a caller's work waits that no more should be begun. */
  refuses(caller: string): boolean;
  /**
   * Runs a caller's work: at most so many pieces at once for each caller, in order. What is more waits for its own
   * predecessors and keeps nobody else waiting.
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

export function createCallerShares({
  maxRunning = MAX_RUNNING_PER_CALLER,
  maxWaiting = MAX_WAITING_PER_CALLER,
}: CallerSharesOptions = {}): CallerShares {
  const shares = new Map<string, Share>();
  return {
    refuses: (caller) => (shares.get(caller)?.waiting.length ?? 0) >= maxWaiting,
    async run(caller, work) {
      const share = shares.get(caller) ?? { running: 0, waiting: [] };
      shares.set(caller, share);
      // Finished work hands its place to the next, so nobody comes in between.
      if (share.running < maxRunning) share.running += 1;
      else await new Promise<void>((resolve) => share.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = share.waiting.shift();
        if (next) next();
        else share.running -= 1;
        if (share.running === 0) shares.delete(caller);
      }
    },
  };
}
