import { createTurns } from "./platform/turns.server.ts";
import { deleteOld } from "./retention.server.ts";
import type { Services } from "./services.server.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long a stopping site waits for its periodic jobs: it has six seconds after the last request (server/shutdown.ts). */
const STOP_MS = 4 * SECOND;

interface PeriodicJob {
  name: string;
  /** From the end of a run to the next one. */
  intervalMs: number;
  /** From the start of the site to the first run. */
  firstAfterMs: number;
  /** Set for what one process does for all, who then take turns. */
  isShared?: true;
  /** Null while it is switched off. */
  run: (() => Promise<void>) | null;
}

async function deleteOldData({ clients, files, outbox, env, log, clock }: Services): Promise<void> {
  const things = { ...clients, files: await files.storage(), outbox, retain: env.retain };
  const deleted = await deleteOld(things, clock());
  if (Object.values(deleted).some((count) => count > 0)) log.info({ deleted }, "retention: old data deleted");
}

function periodicJobs(services: Services): PeriodicJob[] {
  const { analytics, billing, files, payments, sendDigest, env } = services;
  // Each run is three requests, which Sanity counts.
  const viewsMs = env.content.mode === "hosted" ? MINUTE : 5 * SECOND;
  const hourly = { intervalMs: HOUR, firstAfterMs: 0 };
  return [
    { name: "page views", intervalMs: viewsMs, firstAfterMs: viewsMs, run: () => analytics.flush() },
    { name: "stalled uploads", intervalMs: MINUTE, firstAfterMs: 0, run: () => files.removeStalled() },
    { name: "unattached uploads", ...hourly, run: () => files.sweep() },
    // Changes are told at once; this finds those of a time when the site was off.
    { name: "changed prices", ...hourly, isShared: true, run: () => services.moneyWatch.check() },
    { name: "billing", ...hourly, isShared: true, run: () => billing.run() },
    { name: "digest", ...hourly, isShared: true, run: sendDigest },
    { name: "retention", ...hourly, run: () => deleteOldData(services) },
    // Not at once, because visitors who were paying during the restart are coming back.
    { name: "unpaid contracts", intervalMs: HOUR, firstAfterMs: MINUTE, isShared: true, run: payments.sweep },
  ];
}

export interface RunningJobs {
  /** Finishes running jobs, periodic ones within a few seconds: each is safe to be cut off. Waiting ones stay in the queue. */
  stop(): Promise<void>;
}

/**
 * Starts all background work: the submission queue, the mail worker and, unless `shouldSchedule` is false, the periodic jobs.
 * Their timers do not keep the process alive.
 */
export function startJobs(services: Services, { shouldSchedule = true } = {}): RunningJobs {
  const { queue, mailWorker, analytics, log, env } = services;
  const turns = createTurns(env.redis, (error) => log.warn({ err: error }, "turns of jobs: Redis failed"));
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  function schedule(job: PeriodicJob, afterMs: number): void {
    const { name, intervalMs, isShared, run } = job;
    if (!run) return;
    const round = async () => {
      const ran = isShared ? turns.take(name, intervalMs, run) : run().then(() => intervalMs);
      const nextMs = await ran.catch((error: unknown) => {
        log.error({ job: name, err: error }, "job failed");
        return intervalMs;
      });
      if (!stopped) schedule(job, nextMs);
    };
    const start = () => {
      const ending = round().finally(() => running.delete(ending));
      running.add(ending);
    };
    timers.set(name, setTimeout(start, afterMs).unref());
  }

  queue.start();
  mailWorker.start();
  if (shouldSchedule) for (const job of periodicJobs(services)) schedule(job, job.firstAfterMs);
  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      const periodic = Promise.race([Promise.all(running), timeout]);
      await Promise.all([periodic, queue.stop(), mailWorker.stop(), analytics.flush()]);
    },
  };
}
