import type { WriteClient } from "../../platform/content-store.ts";
import type { Logger } from "pino";
import {
  removeSubmission,
  type StoredSubmission,
  isSameSubmission,
  storeSubmission,
  type Submission,
} from "../store.server.ts";
import type { RetryPolicy } from "../../platform/retry.server.ts";
import type { JobStore } from "./job-store.server.ts";
import { type NewJob, isRemoval, type Removal } from "./job.ts";
import { createWorker, type WorkerTiming, type Worker } from "./worker.server.ts";

/**
 * An outage may last as long as it likes. What the store refuses (a token that was changed, a limit) is tried for some
 * minutes and then left to an admin, or to the next start of the site.
 */
const TIMING: WorkerTiming = {
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
  maxRefusals: 8,
  maxAgeMs: Number.POSITIVE_INFINITY,
  leaseMs: 0,
};

/** One try each time it is taken up; the worker's own pauses come between. */
const ONE_TRY: RetryPolicy = { attempts: 1, firstPauseMs: 0, attemptTimeoutMs: 10_000, budgetMs: 10_000 };

/** After so long no other process can have a submission in hand any more that is to be removed (milliseconds). */
const WITHDRAW_DELAY_MS = 15_000;

/** Returns the mails that go with a submission as it is stored. */
export type SubmissionEmails<Fields extends object> = (kept: StoredSubmission<Fields>) => NewJob[];

interface QueueOptions {
  store: JobStore;
  client: WriteClient;
  log: Pick<Logger, "info" | "error">;
  timing?: Partial<WorkerTiming>;
  /** Milliseconds; `WITHDRAW_DELAY_MS` when left out. */
  withdrawDelayMs?: number;
}

/** Submissions that were accepted while the content store was away, and what brings them there. */
export class SubmissionQueue {
  readonly #store: JobStore;
  readonly #worker: Worker;
  readonly #timing: WorkerTiming;
  readonly #log: QueueOptions["log"];
  readonly #withdrawDelayMs: number;
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
          : storeSubmission(client, body as Submission<object>, ONE_TRY);
        this.#inHand = done.catch(() => {});
        await done;
      },
      finish: (job) => store.settle(job),
      log,
    });
  }

  /** Begins to bring submissions to the store. */
  start(): void {
    try {
      // Whoever starts the site may just have put right why the store refused.
      this.#store.revive("submission");
    } catch (error) {
      this.#log.error({ err: error }, "queue: not readable");
    }
    this.#worker.start();
  }

  /**
   * Writes a submission and its mails to the disk in one step. Returns it as the store will hold it.
   * Throws when the disk does not do its part.
   */
  put<Fields extends object>(
    submission: Submission<Fields>,
    emails: SubmissionEmails<Fields> = () => [],
  ): StoredSubmission<Fields> {
    const { type, otherId, document } = submission;
    const keep = (id: string): Submission<Fields> => {
      const body = { ...submission, id };
      const mails = emails({ ...document, _id: id, _type: type });
      const job = { topic: "submission", id, body, delay: this.#timing.firstPauseMs } as const;
      const [kept] = this.#store.put([job, ...mails]);
      return kept?.body as Submission<Fields>;
    };
    let kept = keep(submission.id);
    if (otherId && !isSameSubmission(kept.document, document)) kept = keep(otherId);
    this.#log.info({ id: kept.id }, "queue: the store is away, a submission is kept here");
    return { ...kept.document, _id: kept.id, _type: type };
  }

  /** Puts the mails of something that is in the store already on their way. Throws like `put`. */
  send(emails: readonly NewJob[]): void {
    if (emails.length > 0) this.#store.put(emails);
  }

  /** The submission that waits under an id, or null. Throws like `put`. */
  find(id: string): Submission<object> | null {
    const body = this.#store.get("submission", id)?.body;
    return body && !isRemoval(body) ? (body as Submission<object>) : null;
  }

  /**
   * Takes a submission back that is not to be stored any more, and its mails: it is removed from the store as soon as
   * that is there, also where a process has just brought it there. Sent again, it is a new one. Throws like `put`.
   */
  async withdraw({ type, id }: Pick<Submission<object>, "type" | "id">): Promise<void> {
    const body: Removal = { type, id, remove: true };
    const delay = this.find(id) ? this.#withdrawDelayMs : this.#timing.firstPauseMs;
    this.#store.replace({ topic: "submission", id, body, delay });
    this.forgetMails(id);
    await this.#inHand;
  }

  /** What is sent again has its mails again. Throws like `put`. */
  forgetMails(id: string): void {
    this.#store.removeAll("mail", `${id}/`);
  }

  /** A removal that waits is not wanted any more, because the same is sent again. Throws like `put`. */
  async cancelWithdrawal(id: string): Promise<void> {
    const job = this.#store.get("submission", id);
    if (!job || !isRemoval(job.body)) return;
    this.#store.settle(job);
    await this.#inHand;
  }

  /** Retries refused submissions. Throws like `put`. */
  retry(): void {
    this.#store.revive("submission");
    this.#worker.wake();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }
}
