import { isRouteErrorResponse } from "@remix-run/react";
import { failureOfStatus, type Failed } from "../errors.ts";

/** Longer than the server waits for the content store. */
const TIMEOUT_MS = 20_000;

/**
 * Returns what a route's action returns, for the `clientAction` beside it: `callAction(serverAction)`. No network and no
 * response in time become `unavailable`; a Response that the action throws, and one that is not the action's, such as a guard's
 * or a proxy's, are judged by their status. Throws redirects only.
 */
export async function callAction<Result>(
  serverAction: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result | (Failed & { hasResponse: boolean })> {
  const started = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, timeoutMs, new Error("The action did not respond in time."));
  });
  try {
    return await Promise.race([serverAction(), timeout]);
  } catch (error) {
    if (error instanceof Response) throw error;
    const status = await statusOf(error, started);
    const hasResponse = status !== 0;
    return { status: "failed", code: hasResponse ? failureOfStatus(status) : "unavailable", hasResponse };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the status of the response to an action that was called at `started` and failed; 0 without one. */
export const statusOf = async (error: unknown, started: number): Promise<number> =>
  isRouteErrorResponse(error) ? error.status : statusOfOther(error, started);

/**
 * Returns the status of a response that Remix could not decode, because it came from our guards or a proxy; 0 without one, and
 * where the browser does not tell.
 */
export async function statusOfOther(error: unknown, started: number): Promise<number> {
  // Thrown by `fetch`: there was no response.
  if (error instanceof TypeError) return 0;
  // The entry is added when the response has ended, which may be after its first line was read.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const entry = performance
    .getEntriesByType("resource")
    .findLast(({ name, startTime }) => startTime >= started && new URL(name).pathname.endsWith(".data"));
  const status = entry instanceof PerformanceResourceTiming ? entry.responseStatus : 0;
  if (status >= 400) return status;
  // A response whose body is not Remix's: somebody answered.
  return error instanceof SyntaxError ? 500 : 0;
}
