import type { IncomingMessage, ServerResponse } from "node:http";
import type { LakeStats } from "content-lake";
import { register } from "prom-client";
import type { PageCache } from "../page-cache/page-cache.ts";
import { createMetricsEndpoint } from "./endpoint.ts";
import { createRequestMetrics } from "./request-metrics.ts";
import type { Admission } from "../admission.ts";
import {
  measureLake,
  measurePages,
  measureAdmission,
  measureProcess,
  measureQueries,
} from "./site-metrics.ts";

export interface Metrics {
  /** Answers `/metrics`. */
  endpoint: (request: IncomingMessage, response: ServerResponse) => void;
  /** Makes what counts requests; undefined while there are no metrics, so that it costs nothing. */
  requests(
    routeName: (path: string) => string,
  ): ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Hears of each query of the lake, in milliseconds. */
  onQuery?: (ms: number) => void;
  pages(cache: PageCache): void;
  admission(admission: Admission): void;
  lake(stats: () => LakeStats): void;
}

/**
 * The figures of this process, in prom-client's own registry: the site's code adds those of its queue there. Without a token nobody
 * may read them, and nothing is measured.
 */
export function createMetrics(token: string | undefined): Metrics {
  const endpoint = createMetricsEndpoint(token);
  if (token === undefined)
    return { endpoint, requests: () => undefined, pages() {}, lake() {}, admission() {} };
  measureProcess(register);
  return {
    endpoint,
    requests: (routeName) => createRequestMetrics(register, routeName),
    onQuery: measureQueries(register).observe,
    pages: (cache) => measurePages(register, cache),
    admission: (admission) => measureAdmission(register, admission),
    lake: (stats) => measureLake(register, stats),
  };
}
