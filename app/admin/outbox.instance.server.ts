import { writeClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { pendingSubmission } from "../submissions/queue/job-view.ts";
import type { PendingSubmission } from "../submissions/queue/job-view.ts";
import { siteJobs, siteQueue } from "../submissions/queue/site-queue.instance.server.ts";

/** More than one screen of them is an outage, and then the number says it. */
const SHOWN = 50;

/** What the content store has still to get, oldest first; null when the queue cannot be read. */
export type Pending = { count: number; rows: PendingSubmission[] } | null;

function fromQueue<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    log.error({ err: error }, "admin: queue not readable");
    return null;
  }
}

/** How many submissions wait for the content store; null when the queue cannot be read. */
export function countPending(): number | null {
  return fromQueue(() => siteJobs().open("submission", 0).count);
}

export function loadPending(): Pending {
  return fromQueue(() => {
    const { count, jobs } = siteJobs().open("submission", SHOWN);
    return { count, rows: jobs.map(pendingSubmission) };
  });
}

/** Gives what was refused another try, at once. */
export function retryPending(): void {
  siteQueue(writeClient).retry();
}
