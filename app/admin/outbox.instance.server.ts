import { writeClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { readMail, readMailFolder, type WrittenMail } from "../submissions/mail/mail-folder.server.ts";
import { outboxDirectory, postOffice } from "../submissions/mail/site-mail.instance.server.ts";
import { pendingSubmission, waitingMail } from "../submissions/queue/job-view.ts";
import type { PendingSubmission, WaitingMail } from "../submissions/queue/job-view.ts";
import { siteJobs, siteQueue } from "../submissions/queue/site-queue.instance.server.ts";

/** More than one screen of them is an outage, and then the number says it. */
const SHOWN = 50;

/** Some of a list, and how long it is; null when the disk does not say. */
export type Part<Row> = { count: number; rows: Row[] } | null;

export interface OutboxView {
  /** What the content store has still to get, oldest first. */
  pending: Part<PendingSubmission>;
  /** Mails that have not left yet, oldest first. */
  waiting: Part<WaitingMail>;
  /** Mails that were written to the folder, newest first. */
  written: Part<WrittenMail>;
}

function report(error: unknown): null {
  log.error({ err: error }, "admin: queue not readable");
  return null;
}

/** How many submissions wait for the content store; null when the queue cannot be read. */
export function countPending(): number | null {
  try {
    return siteJobs().open("submission", 0).count;
  } catch (error) {
    return report(error);
  }
}

function readJobs(): Pick<OutboxView, "pending" | "waiting"> {
  try {
    const pending = siteJobs().open("submission", SHOWN);
    const waiting = siteJobs().open("mail", SHOWN);
    return {
      pending: { count: pending.count, rows: pending.jobs.map(pendingSubmission) },
      waiting: { count: waiting.count, rows: waiting.jobs.map(waitingMail) },
    };
  } catch (error) {
    report(error);
    return { pending: null, waiting: null };
  }
}

async function readFolder(): Promise<Part<WrittenMail>> {
  const { count, mails } = await readMailFolder(outboxDirectory, SHOWN);
  return { count, rows: mails };
}

export async function loadOutbox(): Promise<OutboxView> {
  return { ...readJobs(), written: await readFolder().catch(report) };
}

/** A written mail as it is, or null. */
export function loadMail(file: string): Promise<Buffer | null> {
  return readMail(outboxDirectory, file);
}

/** Gives what was refused another try, at once. */
export function retryRefused(): void {
  siteQueue(writeClient).retry();
  siteJobs().revive("mail");
  postOffice.wake();
}
