import type { ServerResponse } from "node:http";
import { isHttpError, type SanityClient } from "@sanity/client";
import { createMemo } from "../app/platform/memo.server.ts";
import { sendText } from "./error-responses.ts";
import type { Stopping } from "./shutdown.ts";

/** How long the content store may take to respond, in ms. */
const TIMEOUT_MS = 2_000;

/** How long an answer of the content store holds, in ms. Anybody may ask, and hosted Sanity counts requests. */
const READY_TTL_MS = 1_000;

/** Returns a function that tells whether the content store is reachable: any response below 500 counts. It asks once a second at most. */
export function createReadiness(client: SanityClient): () => Promise<boolean> {
  const probe = client.withConfig({ useCdn: false, maxRetries: 0, timeout: TIMEOUT_MS });
  const ask = () =>
    probe.fetch<unknown>("1").then(
      () => true,
      (error: unknown) => isHttpError(error) && error.statusCode < 500,
    );
  const memo = createMemo<boolean>({ max: 1, ttl: READY_TTL_MS });
  return () => memo("ready", ask);
}

/** Sends `/healthz`: 503 once the process is told to stop, so that the proxy sends requests elsewhere. */
export function sendHealth(response: ServerResponse, { isStopping }: Stopping): void {
  sendText(response, isStopping ? 503 : 200, isStopping ? "stopping" : "ok");
}

/** Sends `/readyz`: whether content can be read, and how many pages are older than they should be. */
export async function sendReadiness(
  response: ServerResponse,
  isReady: () => Promise<boolean>,
  failingPages: number,
  stopping: Stopping,
): Promise<void> {
  if (stopping.isStopping) return sendHealth(response, stopping);
  const ready = await isReady();
  const stale = failingPages > 0 ? `; ${failingPages} pages are served as they last were` : "";
  sendText(response, ready ? 200 : 503, (ready ? "ready" : "content store unreachable") + stale);
}
