import { createContext, Script } from "node:vm";
import { LakeError } from "../errors.ts";

const holder = createContext({ run: undefined });
const script = new Script("run()");

/** A run that SIGINT ended: the caller has left. */
export class Interrupted extends Error {}

const TIMED_OUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const INTERRUPTED = "ERR_SCRIPT_EXECUTION_INTERRUPTED";

/**
 * Runs a function of ours and stops it when it takes too long, wherever it is by then: GROQ can be written to loop
 * for hours (`*[count(*[count(*) > 0]) > 0]`, a `match` of many wildcards) and everybody may send a query. The engine's
 * own watchdog does it, which costs 0.2 ms; the function must not leave anything half done. Not for use within itself.
 * @throws LakeError 400 when the time is up
 * @throws Interrupted on SIGINT, with `breakOnSigint`
 */
export function withDeadline<T>(
  milliseconds: number,
  run: () => T,
  { breakOnSigint = false }: { breakOnSigint?: boolean } = {},
): T {
  let result: { value: T } | undefined;
  holder["run"] = () => {
    result = { value: run() };
  };
  try {
    script.runInContext(holder, { timeout: milliseconds, breakOnSigint });
  } catch (error) {
    // Not an `instanceof Error`: it comes from the script's own context.
    const code = (error as { code?: unknown } | null)?.code;
    if (code === INTERRUPTED) throw new Interrupted("The evaluation was interrupted");
    if (code !== TIMED_OUT) throw error;
    const description = `The query took longer than ${milliseconds} ms`;
    throw new LakeError(400, { error: { type: "queryTimeoutError", description } });
  } finally {
    holder["run"] = undefined;
  }
  if (!result) throw new Error("The script did not run");
  return result.value;
}
