import type { Logger } from "pino";
import type { EmailBrand } from "../model/emails/brand.ts";
import { AppError } from "../platform/errors.ts";
import type { CountUse, UsageLimit } from "../platform/usage-counter.server.ts";
import type { JobStore } from "../submissions/queue/job-store.ts";
import type { Job } from "../submissions/queue/job.ts";
import { createWorker, type WorkerTiming, type Worker } from "../submissions/queue/worker.server.ts";
import type { Email } from "./email.ts";
import { composeEmail, jobName, type EmailSender } from "./render.server.tsx";
import type { EmailTransport } from "./transports.server.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** An email that could not be sent for three days is outdated. A rejection by the server is retried twice. */
const TIMING: WorkerTiming = {
  firstPauseMs: 5_000,
  maxPauseMs: 30 * MINUTE,
  maxRefusals: 3,
  maxAgeMs: 3 * DAY,
  leaseMs: 10_000,
  // Mail servers delay their greeting. A crash may repeat the emails in progress, so only a few at a time.
  concurrency: 4,
};

/** How long sent emails are remembered, so that none is sent twice. */
const REMEMBERED_MS = 90 * DAY;

interface MailWorkerOptions extends EmailSender {
  store: JobStore;
  transport: EmailTransport;
  /** Resolves to the company that the emails name. Throws an AppError `unavailable` to have the email sent later. */
  readBrand: () => Promise<EmailBrand>;
  /** Resolves to whether an email may be sent; one that may not is finished. Throws to have it sent later. By default all may. */
  mayLeave?: (job: Job) => Promise<boolean>;
  log: Pick<Logger, "info" | "error">;
  timing?: Partial<WorkerTiming>;
}

/** Returns the worker that renders and sends each queued email once. It does nothing before `start`. */
export function createMailWorker({
  store,
  transport,
  readBrand,
  mayLeave,
  log,
  timing,
  ...sender
}: MailWorkerOptions): Worker {
  return createWorker({
    store,
    topic: "mail",
    timing: { ...TIMING, ...timing },
    async work(job) {
      if (mayLeave && !(await mayLeave(job))) {
        log.info(
          { id: job.id.split("/", 1)[0] },
          "email not sent: its recipient has reached the daily limit",
        );
        return;
      }
      await transport(await composeEmail(job, sender, await readBrand()), jobName(job.id));
    },
    finish: (job) => store.finish(job, Date.now() - REMEMBERED_MS),
    log,
  });
}

/** Limit of submissions that are confirmed to one address, over all forms. */
const CONFIRMATIONS: UsageLimit = { name: "confirmations", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

/** Returns one spelling for all addresses of the same mailbox: `Ada+1@Example.com` is `ada@example.com`. */
export function mailboxOf(email: string): string {
  const [, local = email, domain = ""] =
    /^(.*)@([^@]*)$/s.exec(email.normalize("NFKC").trim().toLowerCase()) ?? [];
  return `${local.replace(/(?<=.)\+.*$/s, "")}@${domain}`;
}

/**
 * Returns a function that resolves to whether an email's recipient may get another one today. Emails that are not `limited`
 * always may; so do all while uses cannot be counted. Throws an AppError `too-many-requests` for one that `waits`.
 */
export function limitRecipients(countUse: CountUse, onError: (error: unknown) => void) {
  return async ({ id, body }: Job): Promise<boolean> => {
    const { to, limited, waits } = body as Email;
    if (!limited) return true;
    const use = limited === true ? id : limited;
    const may = await countUse(CONFIRMATIONS, mailboxOf(to), use).catch((error: unknown) => {
      onError(error);
      return true;
    });
    if (may || !waits) return may;
    const hours = CONFIRMATIONS.ttlMs / 3_600_000;
    const reason = `This address got ${CONFIRMATIONS.max} emails in ${hours} hours. It gets this one when it may get another.`;
    throw new AppError("too-many-requests", reason);
  };
}
