import { Script, createContext } from "node:vm";
import { LakeError } from "../model/errors.ts";

const holder = createContext({ run: undefined });
const script = new Script("run()");

/** SIGINT ended the run: the caller has left. */
export class Interrupted extends Error {}

/** 400 for a query that is stopped at its deadline. */
export const tookLonger = (milliseconds: number): LakeError =>
  new LakeError(400, {
    error: { type: "queryTimeoutError", description: `The query took longer than ${milliseconds} ms` },
  });

const TIMED_OUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const INTERRUPTED = "ERR_SCRIPT_EXECUTION_INTERRUPTED";

/** A run that got less than half of its time from a busy machine has not had its chance: it begins again, so many times in all. */
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
 * @throws LakeError 400 at the deadline
 * @throws Interrupted on SIGINT, with `breakOnSigint`
 */
export function withDeadline<T>(
  milliseconds: number,
  run: () => T,
  { breakOnSigint = false }: { breakOnSigint?: boolean } = {},
): T {
  for (let runs = 1; ; runs += 1) {
    const startedMs = threadMs();
    const results: T[] = [];
    holder["run"] = () => void results.push(run());
    try {
      script.runInContext(holder, { timeout: milliseconds, breakOnSigint });
      return results[0] as T;
    } catch (error) {
      // `instanceof Error` is false: the error comes from the script's context.
      const code = (error as { code?: unknown } | null)?.code;
      if (code === INTERRUPTED) throw new Interrupted("The evaluation was interrupted");
      if (code !== TIMED_OUT) throw error;
      if (runs === MAX_RUNS || threadMs() - startedMs > milliseconds / 2) throw tookLonger(milliseconds);
    } finally {
      holder["run"] = undefined;
    }
  }
}
