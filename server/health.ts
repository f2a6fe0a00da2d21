import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import { createMemo } from "../app/platform/memo.server.ts";
import { inTime, type Probe } from "../app/platform/probe.server.ts";
import { sendText } from "./error-responses.ts";
import type { Stopping } from "./shutdown.ts";

/** How long a service may take to respond, in ms. */
const TIMEOUT_MS = 3_000;

/** Returns the names of the services that cannot be used. */
export type Readiness = () => Promise<string[]>;

/**
 * Returns a function that asks every service, each as often as its answers hold. The log has the reason why one cannot be used once,
 * and when it can be again.
 */
export function createReadiness(probes: readonly Probe[], log: Logger): Readiness {
  const reasons = new Map<string, string>();

  async function isUsable({ service, ask }: Probe): Promise<boolean> {
    const reason = await inTime(ask(), TIMEOUT_MS).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (reason !== null && reasons.get(service) !== reason) log.error({ service, reason }, "not ready");
    if (reason === null && reasons.delete(service)) log.warn({ service }, "ready again");
    if (reason !== null) reasons.set(service, reason);
    return reason === null;
  }

  const asked = probes.map((probe) => ({
    probe,
    memo: createMemo<boolean>({ max: 1, ttl: probe.holdsMs }),
  }));
  return async () => {
    const answers = await Promise.all(
      asked.map(async ({ probe, memo }) =>
        (await memo("usable", () => isUsable(probe))) ? [] : [probe.service],
      ),
    );
    return answers.flat();
  };
}

/** Sends `/healthz`: 503 once the process is told to stop, so that the proxy sends requests elsewhere. */
export function sendHealth(response: ServerResponse, { isStopping }: Stopping): void {
  sendText(response, isStopping ? 503 : 200, isStopping ? "stopping" : "ok");
}

/**
 * Sends `/readyz`: whether pages can be rendered and forms be taken, otherwise which services are missing, and how many pages are
 * older than they should be. Why a service is missing stands in the log: strangers may ask.
 */
export async function sendReadiness(
  response: ServerResponse,
  missingServices: Readiness,
  failingPages: number,
  stopping: Stopping,
): Promise<void> {
  if (stopping.isStopping) return sendHealth(response, stopping);
  const missing = await missingServices();
  const stale = failingPages > 0 ? `; ${failingPages} pages are served as they last were` : "";
  const text = missing.length === 0 ? "ready" : `not ready: ${missing.join(", ")}`;
  sendText(response, missing.length === 0 ? 200 : 503, text + stale);
}
