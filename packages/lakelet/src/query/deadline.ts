import { Script, createContext } from "node:vm";
import { LakeError } from "../model/errors.ts";

const holder = createContext({ run: undefined });
const script = new Script("run()");

/** SIGINT ended the run: the caller has left. */
export class Interrupted extends Error {}

/** 408 for a query that is stopped at its deadline: a 400 would say that no later try can succeed. */
export const tookLonger = (milliseconds: number): LakeError =>
  new LakeError(
    408,
    { error: { type: "queryTimeoutError", description: `The query took longer than ${milliseconds} ms` } },
    { "retry-after": "5" },
  );

const TIMED_OUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const INTERRUPTED = "ERR_SCRIPT_EXECUTION_INTERRUPTED";

/**
 * A deadline is processor time, but V8's watchdog measures the clock. On a busy machine a run that used less starts again, with up to
 * twice the time. This is the maximum number of runs.
 */
export const MAX_RUNS = 3;

/** Processor time of this thread, in ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs a function and stops it, wherever it is, when it takes too long: a GROQ query can loop for hours (`*[count(*[count(*) > 0])
 * > 0]`, a `match` of many wildcards). Uses V8's watchdog, which costs 0.2 ms. The function must be safe to stop at any point,
 * and to begin again. Calls cannot be nested.
 * @throws LakeError 408 at the deadline
 * @throws Interrupted on SIGINT, with `breakOnSigint`
 */
export function withDeadline<T>(
  milliseconds: number,
  run: () => T,
  { breakOnSigint = false }: { breakOnSigint?: boolean } = {},
): T {
  let clockMs = milliseconds;
  for (let runs = 1; ; runs += 1) {
    const startedMs = threadMs();
    const results: T[] = [];
    holder["run"] = () => void results.push(run());
    try {
      script.runInContext(holder, { timeout: Math.ceil(clockMs), breakOnSigint });
      return results[0] as T;
    } catch (error) {
      // `instanceof Error` is false: the error comes from the script's context.
      const code = (error as { code?: unknown } | null)?.code;
      if (code === INTERRUPTED) throw new Interrupted("The evaluation was interrupted");
      if (code !== TIMED_OUT) throw error;
      const usedMs = threadMs() - startedMs;
      if (runs === MAX_RUNS || usedMs > 0.9 * milliseconds) throw tookLonger(milliseconds);
      clockMs = Math.min(2, clockMs / usedMs) * milliseconds;
    } finally {
      holder["run"] = undefined;
    }
  }
}
