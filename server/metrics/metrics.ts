import type { IncomingMessage, ServerResponse } from "node:http";
import type { LakeStats } from "content-lake";
import { register } from "prom-client";
import type { PageCache } from "../page-cache/page-cache.ts";
import { createMetricsEndpoint } from "./endpoint.ts";
import { createRequestMetrics } from "./request-metrics.ts";
import type { Pressure } from "../pressure.ts";
import {
  measureLake,
  measurePages,
  measurePressure,
  measureProcess,
  measureQueries,
} from "./site-metrics.ts";

export interface Metrics {
  /** Answers `/metrics`. */
  endpoint: (request: IncomingMessage, response: ServerResponse) => void;
  /** Counts a request; missing while there are no metrics, so that it costs nothing. */
  watch?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Hears of each query of the lake, in milliseconds. */
  onQuery?: (ms: number) => void;
  pages(cache: PageCache): void;
  pressure(pressure: Pressure): void;
  lake(stats: () => LakeStats): void;
}

/**
 * The figures of this process, in prom-client's own registry: the site's code adds those of its queue there. Without a token nobody
 * may read them, and nothing is measured.
 */
export function createMetrics(token: string | undefined, routeName: (path: string) => string): Metrics {
  const endpoint = createMetricsEndpoint(token);
  if (token === undefined) return { endpoint, pages() {}, lake() {}, pressure() {} };
  measureProcess(register);
  return {
    endpoint,
    watch: createRequestMetrics(register, routeName),
    onQuery: measureQueries(register).observe,
    pages: (cache) => measurePages(register, cache),
    pressure: (pressure) => measurePressure(register, pressure),
    lake: (stats) => measureLake(register, stats),
  };
}
