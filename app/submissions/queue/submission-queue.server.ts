import type { Logger } from "pino";
import type { WriteClient, RetryPolicy } from "../../platform/content-store.server.ts";
import {
  removeSubmission,
  type StoredSubmission,
  isSameSubmission,
  storeSubmission,
  type Submission,
} from "../store.server.ts";
import type { JobStore } from "./job-store.ts";
import { type NewJob, isRemoval, type Removal } from "./job.ts";
import { createWorker, type WorkerTiming, type Worker } from "./worker.server.ts";

/**
 * An outage may last any time. A submission that the store rejects (a changed token, a limit) is retried for some minutes;
 * then it waits for an admin or the next start of the site.
 */
const TIMING: WorkerTiming = {
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
  maxRefusals: 8,
  maxAgeMs: Number.POSITIVE_INFINITY,
  leaseMs: 0,
};

/** One attempt per run of a job; the worker pauses in between. */
const ONE_TRY: RetryPolicy = { attempts: 1, firstPauseMs: 0, attemptTimeoutMs: 10_000, budgetMs: 10_000 };

/** Time in ms after which no other process can still be writing a submission that is to be removed. */
const WITHDRAW_DELAY_MS = 15_000;

/** Settings of the site that emails need. */
export interface EmailSite {
  publicUrl: string;
  /** Recipients of notices about submissions. */
  adminEmails: readonly string[];
  /** Admins get one email a day about all submissions instead of one for each. */
  hasDigest?: boolean;
  /** Whether open invoices can be paid by card. */
  cardsOn?: boolean;
  secret: string;
}

export type SubmissionEmails<Fields extends object> = (kept: StoredSubmission<Fields>) => NewJob[];

interface QueueOptions {
  store: JobStore;
  client: WriteClient;
  log: Pick<Logger, "info" | "error">;
  timing?: Partial<WorkerTiming>;
  /** In ms; `WITHDRAW_DELAY_MS` by default. */
  withdrawDelayMs?: number;
}

/** Submissions that were accepted while the content store was unavailable, and the worker that writes them to it. */
export class SubmissionQueue {
  readonly #store: JobStore;
  readonly #worker: Worker;
  readonly #timing: WorkerTiming;
  readonly #log: QueueOptions["log"];
  readonly #withdrawDelayMs: number;
  readonly #writers = new Map<string, (submission: Submission<object>) => Promise<unknown>>();
  #inHand: Promise<unknown> = Promise.resolve();

  constructor({ store, client, log, timing, withdrawDelayMs = WITHDRAW_DELAY_MS }: QueueOptions) {
    this.#store = store;
    this.#log = log;
    this.#withdrawDelayMs = withdrawDelayMs;
    this.#timing = { ...TIMING, ...timing };
    this.#worker = createWorker({
      store,
      topic: "submission",
      timing: this.#timing,
      work: async ({ id, body }) => {
        const done = isRemoval(body)
          ? removeSubmission(client, id, ONE_TRY)
          : this.#write(client, body as Submission<object>);
        this.#inHand = done.catch(() => {});
        await done;
      },
      finish: (job) => store.settle(job),
      log,
    });
  }

  #write(client: WriteClient, submission: Submission<object>): Promise<unknown> {
    const write = this.#writers.get(submission.type);
    return write ? write(submission) : storeSubmission(client, submission, ONE_TRY);
  }

  /** Stores submissions of a type with more than one write. `write` has to be repeatable. Call it before `start`. */
  writeWith(type: string, write: (submission: Submission<object>) => Promise<unknown>): void {
    this.#writers.set(type, write);
  }

  /** Starts writing submissions to the store. */
  start(): void {
    // The site may have been restarted to fix what made the store reject them.
    void this.#store
      .revive("submission")
      .catch((error: unknown) => this.#log.error({ err: error }, "queue: not readable"))
      .then(() => this.#worker.start());
  }

  /**
   * Writes a submission and its emails to the queue in one transaction. Returns it as the store will hold it. Rejects when the
   * queue cannot be written.
   */
  async put<Fields extends object>(
    submission: Submission<Fields>,
    emails: SubmissionEmails<Fields> = () => [],
  ): Promise<StoredSubmission<Fields>> {
    const { type, otherId, document } = submission;
    const keep = async (id: string): Promise<Submission<Fields>> => {
      const body = { ...submission, id };
      const emailJobs = emails({ ...document, _id: id, _type: type });
      const job = { topic: "submission", id, body, delay: this.#timing.firstPauseMs } as const;
      const [kept] = await this.#store.put([job, ...emailJobs]);
      return kept?.body as Submission<Fields>;
    };
    let kept = await keep(submission.id);
    if (otherId && !isSameSubmission(kept.document, document)) kept = await keep(otherId);
    this.#log.info({ id: kept.id }, "queue: the store is away, a submission is queued");
    return { ...kept.document, _id: kept.id, _type: type };
  }

  /** Queues what follows from something that is saved already, such as its emails. Rejects like `put`. */
  async send(jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length > 0) await this.#store.put(jobs);
  }

  /** Returns the queued submission of an id, or null. Rejects like `put`. */
  async find(id: string): Promise<Submission<object> | null> {
    const body = (await this.#store.get("submission", id))?.body;
    return body && !isRemoval(body) ? (body as Submission<object>) : null;
  }

  /**
   * Withdraws a submission and its emails: removes it from the store as soon as that is available, even if a process is just
   * writing it. Sent again, it is a new submission. Rejects like `put`.
   */
  async withdraw({ type, id }: Pick<Submission<object>, "type" | "id">): Promise<void> {
    const body: Removal = { type, id, remove: true };
    const delay = (await this.find(id)) ? this.#withdrawDelayMs : this.#timing.firstPauseMs;
    await this.#store.replace({ topic: "submission", id, body, delay });
    await this.forgetEmails(id);
    await this.#inHand;
  }

  /** Lets a submission that is sent again have its emails again. Rejects like `put`. */
  async forgetEmails(id: string): Promise<void> {
    await this.#store.removeAll("mail", `${id}/`);
  }

  /** Cancels a queued removal, because the same submission is sent again. Rejects like `put`. */
  async cancelWithdrawal(id: string): Promise<void> {
    const job = await this.#store.get("submission", id);
    if (!job || !isRemoval(job.body)) return;
    await this.#store.settle(job);
    await this.#inHand;
  }

  /** Retries refused submissions. Rejects like `put`. */
  async retry(): Promise<void> {
    await this.#store.revive("submission");
    this.#worker.wake();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }
}
