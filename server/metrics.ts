import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import type { LakeStats } from "lakelet";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Admission } from "./admission.ts";
import { sendText } from "./error-responses.ts";
import { METHODS } from "./guards.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { isRead } from "./page-cache/page.ts";

/** Creates the metrics of a site. app/ adds its own to their `register`. Without a token nothing is measured. */
export function createMetrics(token: string | undefined) {
  if (token === undefined) return { endpoint: createMetricsEndpoint(token), register: null };
  const register = new Registry();
  collectDefaultMetrics({ register });
  return {
    /** Handles `/metrics`. */
    endpoint: createMetricsEndpoint(token, () => register.metrics()),
    register,
    timeRequests: timeRequests.bind(null, register),
    onQuery: createQueryTimer(register),
    measurePages: measurePages.bind(null, register),
    measureAdmission: measureAdmission.bind(null, register),
    measureLake: measureLake.bind(null, register),
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Handles `/metrics`: Prometheus's text format for the bearer of the token, 404 when there is no token. */
export function createMetricsEndpoint(
  token: string | undefined,
  readMetrics: () => Promise<string> = async () => "",
): RequestListener {
  if (token === undefined) return (_request, response) => sendText(response, 404, "Not found.");
  const expected = digest(`Bearer ${token}`);
  return (request, response) => {
    if (!isRead(request))
      return sendText(response.setHeader("allow", "GET, HEAD"), 405, "Method not allowed.");
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected))
      return sendText(response.setHeader("www-authenticate", "Bearer"), 401, "A token is needed.");
    const headers = { "content-type": Registry.PROMETHEUS_CONTENT_TYPE, "cache-control": "no-store" };
    void readMetrics().then(
      (text) => response.writeHead(200, headers).end(text),
      () => sendText(response, 500, "The metrics could not be collected."),
    );
  };
}

/** A gauge that is read when the metrics are. */
function gauge(register: Registry, name: string, help: string, read: () => number): void {
  register.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

/** A counter whose count is kept elsewhere. */
function counter(register: Registry, name: string, help: string, read: () => number): void {
  register.registerMetric(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    }),
  );
}

/** From a page in memory to an upload over a slow connection, in seconds. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times responses by route pattern, method and class of status: no label identifies a visitor. */
function timeRequests(register: Registry, routeName: (path: string) => string): RequestListener {
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["method", "route", "status"] as const,
    buckets: REQUEST_BUCKETS,
    registers: [register],
  });
  return (request, response) => {
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

function createQueryTimer(register: Registry): (ms: number) => void {
  const duration = new Histogram({
    name: "lake_query_duration_seconds",
    help: "Time the lake took to answer a query",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [register],
  });
  return (ms) => duration.observe(ms / 1_000);
}

function measurePages(register: Registry, pages: Pick<PageCache, "size" | "failing" | "counts">): void {
  register.registerMetric(
    new Counter({
      name: "page_cache_requests_total",
      help: "Public pages sent: from memory (hit), from memory while rendered again (stale), rendered for the visitor (miss)",
      labelNames: ["result"] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(pages.counts)) this.inc({ result }, count);
      },
    }),
  );
  gauge(register, "page_cache_bytes", "Bytes of the pages in memory", () => pages.size.bytes);
  gauge(register, "page_cache_entries", "Pages in memory", () => pages.size.pages);
  gauge(
    register,
    "page_cache_failing",
    "Pages served although they could not be rendered again",
    () => pages.failing,
  );
}

function measureAdmission(register: Registry, admission: Pick<Admission, "running" | "rejected">): void {
  gauge(register, "requests_in_work", "Requests whose answer has not begun", () => admission.running);
  counter(register, "requests_refused_total", "Requests turned away with 503", () => admission.rejected);
}

function measureLake(register: Registry, stats: () => LakeStats): void {
  gauge(register, "lake_documents", "Documents in the lake, drafts included", () => stats().documents);
  gauge(register, "lake_listeners", "Open event streams", () => stats().listeners);
  counter(register, "lake_transactions_total", "Transactions since the start", () => stats().transactions);
}
