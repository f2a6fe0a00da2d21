import type { Logger } from "pino";
import type { JobStore } from "../queue/job-store.server.ts";
import type { Job } from "../queue/job.ts";
import { createWorker, type WorkerTiming, type Worker } from "../queue/worker.server.ts";
import type { EmailTransport } from "./transports.server.ts";
import { composeEmail, jobName, type EmailSender } from "./render-email.server.tsx";
import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import type { Email } from "./email.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A mail that could not leave for three days is no news any more. A server's refusal is asked about twice again. */
const TIMING: WorkerTiming = {
  firstPauseMs: 5_000,
  maxPauseMs: 30 * MINUTE,
  maxRefusals: 3,
  maxAgeMs: 3 * DAY,
  leaseMs: MINUTE / 2,
  // Mail servers let everybody wait before they greet; a crash may repeat what is in hand, so few.
  concurrency: 4,
};

/** For so long it is known which mails have left, so that none leaves twice. */
const REMEMBERED = 90 * DAY;

interface MailWorkerOptions extends EmailSender {
  store: JobStore;
  transport: EmailTransport;
  /** Says whether a mail may leave; without it all may. One that may not is done with. */
  mayLeave?: (job: Job) => Promise<boolean>;
  log: Pick<Logger, "info" | "error">;
  timing?: Partial<WorkerTiming>;
}

/** Returns the worker that renders and sends the queued mails, each once. It begins with `start`. */
export function createMailWorker({
  store,
  transport,
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
        log.info({ id: job.id.split("/", 1)[0] }, "mail not sent: its recipient has had enough for a day");
        return;
      }
      await transport(await composeEmail(job, sender), jobName(job.id));
    },
    finish: (job) => {
      store.finish(job);
      store.forgetDone("mail", Date.now() - REMEMBERED);
    },
    log,
  });
}

/** Confirmations to one address, of all forms together. */
const CONFIRMATIONS: UsageLimit = { name: "confirmations", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

/** One spelling for all that reach the same mailbox: `Ada+1@Example.com` is `ada@example.com`. */
export function mailboxOf(email: string): string {
  const [, local = email, domain = ""] =
    /^(.*)@([^@]*)$/s.exec(email.normalize("NFKC").trim().toLowerCase()) ?? [];
  return `${local.replace(/(?<=.)\+.*$/s, "")}@${domain}`;
}

/**
 * Returns what says of a mail whether its recipient may still get it today. Mails that are not `limited` always may, and
 * all may while they cannot be counted. Never throws.
 */
export function limitRecipients(countUse: CountUse, onError: (error: unknown) => void) {
  return async ({ id, body }: Job): Promise<boolean> => {
    const { to, limited } = body as Email;
    if (!limited) return true;
    return countUse(CONFIRMATIONS, mailboxOf(to), id).catch((error: unknown) => {
      onError(error);
      return true;
    });
  };
}
