import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
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
    const status = isRouteErrorResponse(error) ? error.status : await statusOfOther(error, started);
    const hasResponse = status !== 0;
    return { status: "failed", code: hasResponse ? failureOfStatus(status) : "unavailable", hasResponse };
  } finally {
    clearTimeout(timer);
  }
}

/** Event of the document: a form was not answered, and its page stays (layout/offline-guard.tsx says so). */
export const UNANSWERED = "unanswered";

/**
 * The `clientAction` of routes that do not explain a failed request themselves. Without an answer, or with one by which the
 * site or a proxy is unavailable, the page and what was typed stay; any other answer is the router's.
 */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const started = performance.now();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const status = isRouteErrorResponse(error) ? error.status : await statusOfOther(error, started);
    if (status !== 0 && failureOfStatus(status) !== "unavailable") throw error;
    document.dispatchEvent(new Event(UNANSWERED));
    // By the status of a Response the router knows that nothing changed; it would load the page anew, and fail again.
    return Response.json(null, { status: 503 });
  }
}

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
