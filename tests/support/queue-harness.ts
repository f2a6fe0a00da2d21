import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SanityClient } from "@sanity/client";
import { clientFor, serveLake, type ServedLake } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";
import { SubmissionQueue } from "../../app/submissions/queue/submission-queue.server.ts";
import type { WorkerTiming } from "../../app/submissions/queue/worker.server.ts";
import { opened } from "./opened.ts";

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

export interface ProxiedLake {
  /** Client that bypasses the proxy. */
  lake: ServedLake;
  /** For faults of the test. */
  proxy: FaultProxy;
  /** Writes through the proxy. */
  client(): SanityClient;
}

/** A lake for a test file behind a fault proxy. */
export function proxiedLake(): ProxiedLake {
  const lake = opened(serveLake);
  const proxy = opened(() => startFaultProxy(new URL(lake.origin).origin));
  return { lake, proxy, client: () => clientFor(`${proxy.origin}/lake`, lake.lake.tokens.write) };
}
