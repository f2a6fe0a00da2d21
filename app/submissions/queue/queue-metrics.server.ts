import { Gauge, type Registry } from "prom-client";
import type { JobState, Topic } from "./job.ts";
import type { JobFigures, JobStore } from "./job-store.ts";

const TOPICS: readonly Topic[] = ["submission", "mail"];
/** Jobs that are done are not counted. */
const STATES: readonly JobState[] = ["waiting", "dead"];

/**
 * Registers gauges for the number of waiting submissions and emails and the age of the oldest. While the queue cannot be
 * read its figures are missing from the metrics.
 */
export function measureQueue(register: Registry, store: Pick<JobStore, "figures">, now = Date.now): void {
  const read = (): Promise<JobFigures[] | null> => store.figures().catch(() => null);
  register.registerMetric(
    new Gauge({
      name: "queue_jobs",
      help: "Submissions and emails that are not done: waiting, or dead (refused for good, for an admin to see)",
      labelNames: ["topic", "state"] as const,
      registers: [],
      async collect() {
        const figures = await read();
        this.reset();
        if (!figures) return;
        for (const topic of TOPICS)
          for (const state of STATES)
            this.set(
              { topic, state },
              figures.find((one) => one.topic === topic && one.state === state)?.count ?? 0,
            );
      },
    }),
  );
  register.registerMetric(
    new Gauge({
      name: "queue_oldest_seconds",
      help: "Age of the oldest waiting job; 0 when none waits",
      labelNames: ["topic"] as const,
      registers: [],
      async collect() {
        const figures = await read();
        this.reset();
        if (!figures) return;
        for (const topic of TOPICS) {
          const waiting = figures.find((one) => one.topic === topic && one.state === "waiting");
          this.set({ topic }, waiting ? Math.max(0, (now() - waiting.oldest) / 1_000) : 0);
        }
      },
    }),
  );
}
