import { Throttled } from "./attempts.server.ts";

/** For whom a password is hashed. */
export interface HashCaller {
  /** Key of the share: the caller's or, for a known browser or a signed-in user, its own. */
  key: string;
  /** True for a browser that signed in before, a signed-in user, and the owner of an emailed link. */
  isKnown: boolean;
}

/** Runs work that takes a thread of libuv's four for some 0.3 s. */
export type HashQueue = <Result>(caller: HashCaller, work: () => Promise<Result>) => Promise<Result>;

interface HashLimits {
  running: number;
  waiting: number;
  perCaller: number;
}

/** Two threads stay free for files and compression. Twenty wait for about three seconds. */
const LIMITS: HashLimits = { running: 2, waiting: 20, perCaller: 4 };
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  proceed: () => void;
  reject: (reason: Throttled) => void;
}

const busy = () =>
  new Throttled(RETRY_AFTER_SECONDS, {
    code: "auth/busy",
    status: 503,
    message: "Too many passwords are being checked.",
  });

/**
 * Returns a queue of password hashes. Known callers go first, and take the place of the last stranger when the queue is full. Work
 * that finds no place, or whose caller has its share in the queue already, rejects with an AppError `auth/busy`, 503.
 */
export function createHashQueue(limits: Partial<HashLimits> = {}): HashQueue {
  const most = { ...LIMITS, ...limits };
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const callers = new Map<string, number>();
  let running = 0;

  function wait(isKnown: boolean): Promise<void> {
    if (known.length + strangers.length >= most.waiting) {
      const last = isKnown ? strangers.pop() : undefined;
      if (!last) throw busy();
      last.reject(busy());
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
    if (ofCaller >= most.perCaller) throw busy();
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
