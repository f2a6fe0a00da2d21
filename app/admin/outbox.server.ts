import { readOutboxFile, readOutbox, type OutboxEmail } from "../email/transports.server.ts";
import { kindOfType, TABLES } from "../model/tables.ts";
import type { JobStore } from "../submissions/queue/job-store.ts";
import { pendingSubmission, type Job, waitingEmail } from "../submissions/queue/job.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";
import type { Worker } from "../submissions/queue/worker.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";

/** Rows per list. More are only counted: that many are an outage. */
const MAX_ROWS = 50;

/** The first rows of a list and its length; null when it cannot be read. */
export type Part<Row> = { count: number; rows: Row[] } | null;

/** A submission that waits, with its reference number; `""` for types without one. */
export type Pending = ReturnType<typeof pendingSubmission> & { reference: string };

export interface OutboxView {
  /** Submissions that wait for the content store, oldest first. */
  pending: Part<Pending>;
  /** Emails that are not sent yet, oldest first. */
  waiting: Part<ReturnType<typeof waitingEmail>>;
  /** Emails that were written to files, newest first. */
  written: Part<OutboxEmail>;
}

interface OutboxDeps {
  /** Key of the reference numbers. */
  secret: string;
  jobs: JobStore;
  queue: Pick<SubmissionQueue, "retry">;
  mailWorker: Pick<Worker, "wake">;
  /** Folder of emails that were written to files. */
  directory: string;
  report: (error: unknown) => void;
}

export function createOutbox({ secret, jobs, queue, mailWorker, directory, report }: OutboxDeps) {
  /** Only visitors of forms with a reference number were given one. */
  function row(job: Job): Pending {
    const kind = kindOfType((job.body as { type?: unknown } | null)?.type);
    const hasReference = kind && TABLES[kind].hasReference;
    return { ...pendingSubmission(job), reference: hasReference ? referenceNumber(secret, job.id) : "" };
  }

  function unreadable(error: unknown): null {
    report(error);
    return null;
  }

  async function readJobs(): Promise<Pick<OutboxView, "pending" | "waiting">> {
    try {
      const pending = await jobs.open("submission", MAX_ROWS);
      const waiting = await jobs.open("mail", MAX_ROWS);
      return {
        pending: { count: pending.count, rows: pending.jobs.map(row) },
        waiting: { count: waiting.count, rows: waiting.jobs.map(waitingEmail) },
      };
    } catch (error) {
      report(error);
      return { pending: null, waiting: null };
    }
  }

  async function readFolder(): Promise<Part<OutboxEmail>> {
    const { count, emails } = await readOutbox(directory, MAX_ROWS);
    return { count, rows: emails };
  }

  return {
    /** Returns how many submissions wait for the content store, or null when the queue cannot be read. */
    countPending: (): Promise<number | null> =>
      jobs.open("submission", 0).then(({ count }) => count, unreadable),
    /** Returns how many emails could not be sent, refused for good or at the last try, or null when the queue cannot be read. */
    countUnsent: (): Promise<number | null> =>
      jobs.open("mail", MAX_ROWS).then(({ count, jobs: oldest }) => {
        const failed = oldest.filter(({ state, attempts }) => state === "dead" || attempts > 0).length;
        // More than are read: the mail server has been away for long, and the others will not have been sent either.
        return failed === MAX_ROWS ? count : failed;
      }, unreadable),
    async load(): Promise<OutboxView> {
      return { ...(await readJobs()), written: await readFolder().catch(unreadable) };
    },
    /** Returns the file of an email, or null. */
    email: (file: string): Promise<Buffer | null> => readOutboxFile(directory, file),
    /** Retries refused submissions and emails now. */
    async retryRefused(): Promise<void> {
      await queue.retry();
      await jobs.revive("mail");
      mailWorker.wake();
    },
  };
}
