import { createContext, Script } from "node:vm";
import { LakeError } from "../errors.ts";

/** Long enough for a full scan of 100,000 documents with a text search; short enough to survive a hostile query. */
export const QUERY_DEADLINE_MS = 5000;

const holder = createContext({ run: undefined });
const script = new Script("run()");

/**
 * Runs a function of ours and stops it when it takes too long, wherever it is by then: GROQ can be written to loop
 * for hours (`*[count(*[count(*) > 0]) > 0]`, a `match` of many wildcards) and everybody may send a query. The engine's
 * own watchdog does it, which costs 0.2 ms; the function must not leave anything half done.
 * @throws LakeError 400 when the time is up
 */
export function withDeadline<T>(milliseconds: number, run: () => T): T {
  let result: { value: T } | undefined;
  holder["run"] = () => {
    result = { value: run() };
  };
  try {
    script.runInContext(holder, { timeout: milliseconds });
  } catch (error) {
    // Not an `instanceof Error`: it comes from the script's own context.
    const isTimeout = (error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (!isTimeout) throw error;
    const description = `The query took longer than ${milliseconds} ms`;
    throw new LakeError(400, { error: { type: "queryTimeoutError", description } });
  } finally {
    holder["run"] = undefined;
  }
  if (!result) throw new Error("The script did not run");
  return result.value;
}
