import type { IncomingMessage, ServerResponse } from "node:http";
import { Histogram, type Registry } from "prom-client";
import { METHODS } from "../guards.ts";

/** From a page out of memory to an upload over a slow line, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counts and times every answer by route, method and class of status. `routeName` turns an address into one of few names; no
 * label tells who asked or for what.
 */
export function createRequestMetrics(register: Registry, routeName: (path: string) => string) {
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["method", "route", "status"] as const,
    buckets: BUCKETS,
    registers: [register],
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now();
    const { method = "", url = "/" } = request;
    response.once("close", () => {
      const labels = {
        method: METHODS.has(method) ? method : "other",
        route: routeName(url.split("?", 1)[0] ?? "/"),
        status: `${Math.floor(response.statusCode / 100)}xx`,
      };
      duration.observe(labels, (performance.now() - started) / 1_000);
    });
  };
}
