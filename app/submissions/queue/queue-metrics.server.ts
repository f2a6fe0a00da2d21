import { Gauge, type Registry } from "prom-client";
import type { JobFigures, JobStore } from "./job-store.ts";
import type { JobState, Topic } from "./job.ts";

const TOPICS: readonly Topic[] = ["submission", "mail"];
/** Jobs that are done are not counted. */
const STATES: readonly JobState[] = ["waiting", "dead"];

/**
 * Registers gauges for the number of waiting submissions and emails and the age of the oldest. While the queue cannot be
 * read its figures are missing from the metrics.
 */
export function measureQueue(register: Registry, store: Pick<JobStore, "figures">, now = Date.now): void {
  const measure = <Label extends string>(
    about: { name: string; help: string; labelNames: readonly Label[] },
    set: (gauge: Gauge<Label>, figures: readonly JobFigures[]) => void,
  ) =>
    register.registerMetric(
      new Gauge({
        ...about,
        registers: [],
        async collect() {
          const figures = await store.figures().catch(() => null);
          this.reset();
          if (figures) set(this, figures);
        },
      }),
    );
  const find = (figures: readonly JobFigures[], topic: Topic, state: JobState) =>
    figures.find((one) => one.topic === topic && one.state === state);
  measure(
    {
      name: "queue_jobs",
      help: "Submissions and emails that are not done: waiting, or dead (refused for good, for an admin to see)",
      labelNames: ["topic", "state"],
    },
    (gauge, figures) => {
      for (const topic of TOPICS)
        for (const state of STATES) gauge.set({ topic, state }, find(figures, topic, state)?.count ?? 0);
    },
  );
  measure(
    {
      name: "queue_oldest_seconds",
      help: "Age of the oldest waiting job; 0 when none waits",
      labelNames: ["topic"],
    },
    (gauge, figures) => {
      for (const topic of TOPICS) {
        const waiting = find(figures, topic, "waiting");
        gauge.set({ topic }, waiting ? Math.max(0, (now() - waiting.oldest) / 1_000) : 0);
      }
    },
  );
}
