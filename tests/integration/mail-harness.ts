import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMailWorker } from "../../app/email/mail-worker.server.ts";
import type { EmailTransport } from "../../app/email/transports.server.ts";
import { PREVIEW_BRAND } from "../../app/model/emails/brand.ts";
import { EMAIL_TEMPLATES } from "../../app/model/emails/index.ts";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";

const SILENT = { info: () => {}, error: () => {} };

export interface MailHarness {
  directory: string;
  jobs: DiskJobs;
  /** Starts sending; a second call acts as another process. */
  open(transport: EmailTransport): void;
  close(): Promise<void>;
}

/** The real mail worker on a temporary directory, with short delays. */
export function openMailHarness(): MailHarness {
  const directory = mkdtempSync(join(tmpdir(), "mails-"));
  const jobs = new DiskJobs(directory);
  const workers: { stop(): Promise<void> }[] = [];
  return {
    directory,
    jobs,
    open(transport) {
      const store = workers.length === 0 ? jobs : new DiskJobs(directory);
      const worker = createMailWorker({
        store,
        transport,
        readBrand: async () => PREVIEW_BRAND,
        from: "Harborlight <hello@harborlight.example>",
        publicUrl: "https://site.test",
        templates: EMAIL_TEMPLATES,
        log: SILENT,
        timing: { firstPauseMs: 20, maxPauseMs: 100 },
      });
      workers.push(worker);
      worker.start();
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      jobs.close();
      rmSync(directory, { recursive: true });
    },
  };
}
