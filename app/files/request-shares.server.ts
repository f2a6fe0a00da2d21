import { storageError } from "./upload-rules.ts";

/** Limits of requests that run at the same time. */
export interface RequestShares {
  running: number;
  runningPerCaller: number;
}

/** A browser sends two files at a time; fifteen of them may stand behind one address. A request holds about 1 MB. */
const SHARES: RequestShares = { running: 300, runningPerCaller: 30 };

/**
 * Returns a function that runs the work of a caller while its share and everyone's allow it. It rejects with an AppError
 * `storage/too-many-uploads` or `storage/busy` before the work begins.
 */
export function createRequestShares(limits: Partial<RequestShares> = {}) {
  const { running: most, runningPerCaller: mostPerCaller } = { ...SHARES, ...limits };
  const callers = new Map<string, number>();
  let running = 0;

  return async function runInShare<Result>(callerKey: string, work: () => Promise<Result>): Promise<Result> {
    const ofCaller = callers.get(callerKey) ?? 0;
    if (ofCaller >= mostPerCaller)
      throw storageError("storage/too-many-uploads", `${ofCaller} running requests of one caller.`);
    if (running >= most) throw storageError("storage/busy", `${running} running requests.`);
    running += 1;
    callers.set(callerKey, ofCaller + 1);
    try {
      return await work();
    } finally {
      running -= 1;
      const left = (callers.get(callerKey) ?? 1) - 1;
      if (left > 0) callers.set(callerKey, left);
      else callers.delete(callerKey);
    }
  };
}
