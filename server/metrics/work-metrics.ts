import { Counter, type Registry } from "prom-client";
import type { CoreLink } from "../front/core-link.ts";
import type { Pressure } from "../pressure.ts";
import { counter, gauge } from "./site-metrics.ts";

/** How much is worked on at once, and what was turned away for being too much. */
export function measurePressure(register: Registry, pressure: Pick<Pressure, "working" | "refused">): void {
  gauge(register, "requests_in_work", "Requests whose answer has not begun", () => pressure.working);
  counter(register, "requests_refused_total", "Requests turned away with 503", () => pressure.refused);
}

/** What the workers in front did: their page caches, and what they passed on to this process. */
export function measureWorkers(register: Registry, counted: CoreLink["counted"]): void {
  gauge(register, "workers", "Processes in front", () => counted().workers);
  register.registerMetric(
    new Counter({
      name: "worker_requests_total",
      help: "Requests by what the workers did with them: pages (hit, stale, miss); passed on, of them held for the core or given up",
      labelNames: ["result"] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(counted().counters)) this.inc({ result }, count);
      },
    }),
  );
}
