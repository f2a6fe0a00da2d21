import { deleteOld } from "../submissions/retention.server.ts";
import type { Services } from "./services.server.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface PeriodicJob {
  name: string;
  /** From the end of a run to the next one. */
  intervalMs: number;
  /** From the start of the site to the first run. */
  firstAfterMs: number;
  run(): Promise<void>;
}

async function deleteOldData({ clients, files, outbox, env, log, clock }: Services): Promise<void> {
  const things = { ...clients, files: await files.storage(), outbox, retain: env.retain };
  const deleted = await deleteOld(things, clock());
  if (Object.values(deleted).some((count) => count > 0)) log.info({ deleted }, "retention: old data deleted");
}

function periodicJobs(services: Services): PeriodicJob[] {
  const { analytics, contracts, files } = services;
  const often = { intervalMs: 5 * SECOND, firstAfterMs: 5 * SECOND };
  const hourly = { intervalMs: HOUR, firstAfterMs: 0 };
  return [
    { name: "page views", ...often, run: () => analytics.flush() },
    { name: "stalled uploads", intervalMs: MINUTE, firstAfterMs: 0, run: () => files.removeStalled() },
    { name: "unattached uploads", ...hourly, run: () => files.sweep() },
    { name: "billing", ...hourly, run: () => contracts.bill() },
    { name: "retention", ...hourly, run: () => deleteOldData(services) },
    // Not at once, because visitors who were paying during the restart are coming back.
    ...(contracts.sweep
      ? [{ name: "unpaid contracts", intervalMs: HOUR, firstAfterMs: MINUTE, run: contracts.sweep }]
      : []),
  ];
}

export interface RunningJobs {
  /** Finishes running jobs; waiting ones stay on the disk for the next start. */
  stop(): Promise<void>;
}

/**
 * Starts all background work: the submission queue, the mail worker and the periodic jobs. Their timers do not keep the process
 * alive.
 */
export function startJobs(services: Services): RunningJobs {
  const { queue, mailWorker, analytics, log } = services;
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  function schedule(job: PeriodicJob, afterMs: number): void {
    const round = async () => {
      await job.run().catch((error: unknown) => log.error({ job: job.name, err: error }, "job failed"));
      if (!stopped) schedule(job, job.intervalMs);
    };
    timers.set(job.name, setTimeout(() => void round(), afterMs).unref());
  }

  queue.start();
  mailWorker.start();
  for (const job of periodicJobs(services)) schedule(job, job.firstAfterMs);
  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([queue.stop(), mailWorker.stop(), analytics.flush()]);
    },
  };
}
