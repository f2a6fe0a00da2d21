import type { Logger } from "pino";
import type { JobStore } from "../queue/job-store.server.ts";
import type { Job } from "../queue/job.ts";
import { createWorker, type Pace, type Worker } from "../queue/worker.server.ts";
import type { Carrier } from "./carriers.server.ts";
import { composeMail, jobName, type MailSender } from "./compose.server.ts";

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

interface PostOfficeOptions extends MailSender {
  store: JobStore;
  carrier: Carrier;
  /** Says whether a mail may leave; without it all may. One that may not is done with. */
  mayLeave?: (job: Job) => Promise<boolean>;
  log: Pick<Logger, "info" | "error">;
  pace?: Partial<Pace>;
}

/** Sends the mails that are put into the store, each once, from its start on. */
export function createPostOffice({
  store,
  carrier,
  mayLeave,
  log,
  pace,
  ...sender
}: PostOfficeOptions): Worker {
  return createWorker({
    store,
    topic: "mail",
    pace: { ...PACE, ...pace },
    async work(job) {
      if (mayLeave && !(await mayLeave(job))) {
        log.info({ id: job.id.split("/", 1)[0] }, "mail not sent: its recipient has had enough for a day");
        return;
      }
      await carrier(composeMail(job, sender), jobName(job.id));
    },
    finish: (job) => {
      store.finish(job);
      store.forgetDone("mail", Date.now() - REMEMBERED);
    },
    log,
  });
}
