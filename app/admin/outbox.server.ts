import { readOutboxFile, readOutbox, type OutboxEmail } from "../submissions/email/transports.server.ts";
import type { JobStore } from "../submissions/queue/job-store.server.ts";
import {
  pendingSubmission,
  waitingMail,
  type PendingSubmission,
  type WaitingMail,
} from "../submissions/queue/job.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";
import type { Worker } from "../submissions/queue/worker.server.ts";

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
  written: Part<OutboxEmail>;
}

interface OutboxDeps {
  jobs: JobStore;
  queue: Pick<SubmissionQueue, "retry">;
  mailWorker: Pick<Worker, "wake">;
  /** Folder of mails that were written as files. */
  directory: string;
  report: (error: unknown) => void;
}

/** The outbox: submissions and mails that wait, and mails written to the folder. */
export function createOutbox({ jobs, queue, mailWorker, directory, report }: OutboxDeps) {
  function unreadable(error: unknown): null {
    report(error);
    return null;
  }

  function readJobs(): Pick<OutboxView, "pending" | "waiting"> {
    try {
      const pending = jobs.open("submission", SHOWN);
      const waiting = jobs.open("mail", SHOWN);
      return {
        pending: { count: pending.count, rows: pending.jobs.map(pendingSubmission) },
        waiting: { count: waiting.count, rows: waiting.jobs.map(waitingMail) },
      };
    } catch (error) {
      report(error);
      return { pending: null, waiting: null };
    }
  }

  async function readFolder(): Promise<Part<OutboxEmail>> {
    const { count, mails } = await readOutbox(directory, SHOWN);
    return { count, rows: mails };
  }

  return {
    /** How many submissions wait for the content store; null when the queue cannot be read. */
    countPending(): number | null {
      try {
        return jobs.open("submission", 0).count;
      } catch (error) {
        return unreadable(error);
      }
    },
    async load(): Promise<OutboxView> {
      return { ...readJobs(), written: await readFolder().catch(unreadable) };
    },
    /** A written mail as it is, or null. */
    mail: (file: string): Promise<Buffer | null> => readOutboxFile(directory, file),
    /** Retries refused submissions and mails at once. */
    retryRefused(): void {
      queue.retry();
      jobs.revive("mail");
      mailWorker.wake();
    },
  };
}
