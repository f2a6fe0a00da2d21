import { join } from "node:path";
import type { WriteClient } from "../../platform/content-store.ts";
import { register } from "prom-client";
import { env } from "../../platform/env.instance.server.ts";
import { log } from "../../platform/log.instance.server.ts";
import { JobStore } from "./job-store.server.ts";
import { measureQueue } from "./queue-metrics.server.ts";
import { SubmissionQueue } from "./submission-queue.server.ts";

// On the global object: `npm run dev` loads this module again and again, and the queue must be worked off once.
const kept = globalThis as { jobStore?: JobStore; submissionQueue?: SubmissionQueue };

/** What this site keeps on its disk until it has been done. */
export function siteJobs(): JobStore {
  if (!kept.jobStore) {
    kept.jobStore = new JobStore(join(env.dataDir, "queue"));
    if (env.metricsToken !== undefined) measureQueue(register, kept.jobStore);
  }
  return kept.jobStore;
}

/** The queue of this site; the first caller starts it with the client that writes to the content store. */
export function siteQueue(client: WriteClient): SubmissionQueue {
  kept.submissionQueue ??= new SubmissionQueue({ store: siteJobs(), client, log });
  return kept.submissionQueue;
}

/** Finishes what is being stored and takes up no more. */
export async function stopSiteQueue(): Promise<void> {
  await kept.submissionQueue?.stop();
}
