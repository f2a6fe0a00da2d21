import type { Logger } from "pino";
import type { JobStore } from "../queue/job-store.server.ts";
import type { Job } from "../queue/job.ts";
import { createWorker, type Pace, type Worker } from "../queue/worker.server.ts";
import type { EmailTransport } from "./transports.server.ts";
import { composeEmail, jobName, type EmailSender } from "./compose-email.server.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A mail that could not leave for three days is no news any more. A server's refusal is asked about twice again. */
const PACE: Pace = {
  firstPause: 5_000,
  longestPause: 30 * MINUTE,
  refusals: 3,
  longestWait: 3 * DAY,
  lease: MINUTE / 2,
  // Mail servers let everybody wait before they greet; a crash may repeat what is in hand, so few.
  hands: 4,
};

/** For so long it is known which mails have left, so that none leaves twice. */
const REMEMBERED = 90 * DAY;

interface MailWorkerOptions extends EmailSender {
  store: JobStore;
  transport: EmailTransport;
  /** Says whether a mail may leave; without it all may. One that may not is done with. */
  mayLeave?: (job: Job) => Promise<boolean>;
  log: Pick<Logger, "info" | "error">;
  pace?: Partial<Pace>;
}

/** Returns the worker that renders and sends the queued mails, each once. It begins with `start`. */
export function createMailWorker({
  store,
  transport,
  mayLeave,
  log,
  pace,
  ...sender
}: MailWorkerOptions): Worker {
  return createWorker({
    store,
    topic: "mail",
    pace: { ...PACE, ...pace },
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
