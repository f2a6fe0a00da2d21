import type { ClientActionFunctionArgs } from "@remix-run/react";
import { failureOfStatus } from "../errors.ts";
import { statusOf } from "./route-client.ts";

/**
 * The `clientAction` of routes that do not explain a failed request themselves. Keeps the page and the form's input when there is
 * no response, or one that says that the site or a proxy is unavailable. The router handles all other errors.
 */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const started = performance.now();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const status = await statusOf(error, started);
    if (status !== 0 && failureOfStatus(status) !== "unavailable") throw error;
    // site/offline-guard.tsx says that it was not sent.
    document.dispatchEvent(new Event("unanswered"));
    // By the status of a Response the router knows that nothing changed; it would load the page anew, and fail again.
    return Response.json(null, { status: 503 });
  }
}
