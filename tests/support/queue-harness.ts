import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SanityClient } from "@sanity/client";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";
import { SubmissionQueue } from "../../app/submissions/queue/submission-queue.server.ts";
import type { WorkerTiming } from "../../app/submissions/queue/worker.server.ts";

const SILENT = { info: () => {}, error: () => {} };

export interface QueueHarness {
  queue: SubmissionQueue;
  jobs: DiskJobs;
  /** Makes writes fail: replaces the directory by a file. */
  breakDisk(): void;
  /** Resolves when the queue is empty. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

/** The real queue on a temporary directory, with short delays. */
export function openQueueHarness(
  client: SanityClient,
  timing: Partial<WorkerTiming> = {},
  maxBytes?: number,
): QueueHarness {
  const root = mkdtempSync(join(tmpdir(), "queue-"));
  const directory = join(root, "queue");
  const jobs = new DiskJobs(directory, maxBytes);
  const hurry = { firstPauseMs: 20, maxPauseMs: 100, ...timing };
  const queue = new SubmissionQueue({ store: jobs, client, log: SILENT, timing: hurry, withdrawDelayMs: 20 });
  queue.start();
  return {
    queue,
    jobs,
    breakDisk() {
      rmSync(directory, { recursive: true });
      writeFileSync(directory, "");
    },
    async drained() {
      while ((await jobs.open("submission", 0)).count > 0) await sleep(10);
    },
    async close() {
      await queue.stop();
      jobs.close();
      rmSync(root, { recursive: true });
    },
  };
}
