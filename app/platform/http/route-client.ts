import { isRouteErrorResponse, type ShouldRevalidateFunction } from "@remix-run/react";
import { failureOfStatus, type Failed } from "../errors.ts";

/** Longer than the server waits for the content store. */
const TIMEOUT_MS = 20_000;

/**
 * Returns what a route's action returns, for the `clientAction` beside it: `callAction(serverAction)`. No network, no
 * response in time and a response that is not the action's, such as a proxy's page, become `unavailable`; a Response that
 * the action throws is judged by its status. Throws redirects only.
 */
export async function callAction<Result>(
  serverAction: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result | Failed> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, timeoutMs, new Error("The action did not respond in time."));
  });
  try {
    return await Promise.race([serverAction(), timeout]);
  } catch (error) {
    if (error instanceof Response) throw error;
    const code = isRouteErrorResponse(error) ? failureOfStatus(error.status) : "unavailable";
    return { status: "failed", code };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `shouldRevalidate` of pages that do not depend on submissions: posting a form from them, such as the newsletter's, does not load
 * them again.
 */
export const keepAfterPost: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === "POST" ? false : defaultShouldRevalidate;
