import type { LakeStats } from "content-lake";
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Admission } from "../admission.ts";
import type { PageCache } from "../page-cache/page-cache.ts";

/** What a gauge shows is asked for when somebody looks. */
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

/** A count that is kept elsewhere and only grows. */
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

/** Hits, misses and size of the public pages in memory. */
export function measurePages(
  register: Registry,
  pages: Pick<PageCache, "size" | "failing" | "counts">,
): void {
  register.registerMetric(
    new Counter({
      name: "page_cache_requests_total",
      help: "Public pages asked for: from memory (hit), from memory while made anew (stale), made for the visitor (miss)",
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
    "Pages served although they could not be made anew",
    () => pages.failing,
  );
}

/** Work in progress, and how much was refused under overload. */
export function measureAdmission(
  register: Registry,
  admission: Pick<Admission, "running" | "refused">,
): void {
  gauge(register, "requests_in_work", "Requests whose answer has not begun", () => admission.running);
  counter(register, "requests_refused_total", "Requests turned away with 503", () => admission.refused);
}

/** The content lake of this process. Answers what hears of the time each query took, in milliseconds. */
export function measureLake(register: Registry, stats: () => LakeStats): void {
  gauge(register, "lake_documents", "Documents in the lake, drafts included", () => stats().documents);
  gauge(register, "lake_listeners", "Open event streams", () => stats().listeners);
  counter(register, "lake_transactions_total", "Transactions since the start", () => stats().transactions);
}

/** How long queries took; `observe` takes milliseconds. */
export function measureQueries(register: Registry): { observe: (ms: number) => void } {
  const duration = new Histogram({
    name: "lake_query_duration_seconds",
    help: "Time the lake took to answer a query",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [register],
  });
  return { observe: (ms) => duration.observe(ms / 1_000) };
}

/** Memory, CPU time, open files, event loop lag, garbage collection. */
export function measureProcess(register: Registry): void {
  collectDefaultMetrics({ register });
}
