export interface QueueCaller {
  key: string;
  /** Known callers go first. */
  isKnown: boolean;
}

/** Runs work in its turn. */
export type WorkQueue = <Result>(caller: QueueCaller, work: () => Promise<Result>) => Promise<Result>;

/** Bounds for all callers together, and the share of each. */
export interface QueueLimits {
  running: number;
  waiting: number;
  perCaller: number;
}

interface Waiting {
  proceed: () => void;
  reject: (reason: Error) => void;
}

/**
 * Returns a queue of work that is heavy. Known callers go first, and take the place of the last stranger when the queue is full.
 * Work that finds no place, or whose caller has its share in the queue already (`isShare`), rejects with the error of `busy`.
 */
export function createWorkQueue(most: QueueLimits, busy: (isShare: boolean) => Error): WorkQueue {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const callers = new Map<string, number>();
  let running = 0;

  function wait(isKnown: boolean): Promise<void> {
    if (known.length + strangers.length >= most.waiting) {
      const last = isKnown ? strangers.pop() : undefined;
      if (!last) throw busy(false);
      last.reject(busy(false));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    (isKnown ? known : strangers).push({ proceed: resolve, reject });
    return promise;
  }

  async function runInTurn<Result>(isKnown: boolean, work: () => Promise<Result>): Promise<Result> {
    // Finished work hands its place over, so that nobody jumps the queue.
    if (running < most.running) running += 1;
    else await wait(isKnown);
    try {
      return await work();
    } finally {
      const next = known.shift() ?? strangers.shift();
      if (next) next.proceed();
      else running -= 1;
    }
  }

  return async ({ key, isKnown }, work) => {
    const ofCaller = callers.get(key) ?? 0;
    if (ofCaller >= most.perCaller) throw busy(true);
    callers.set(key, ofCaller + 1);
    try {
      return await runInTurn(isKnown, work);
    } finally {
      const left = (callers.get(key) ?? 1) - 1;
      if (left > 0) callers.set(key, left);
      else callers.delete(key);
    }
  };
}
