import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Carrier } from "../../app/submissions/mail/carriers.server.ts";
import { createPostOffice } from "../../app/submissions/mail/post-office.server.ts";
import { JobStore } from "../../app/submissions/queue/job-store.server.ts";

const SILENT = { info: () => {}, error: () => {} };

export interface MailDesk {
  directory: string;
  jobs: JobStore;
  /** Starts sending; like a second process when it is called again. */
  open(carrier: Carrier): void;
  close(): Promise<void>;
}

/** The real post office on a directory of its own, in a hurry. */
export function openMailDesk(): MailDesk {
  const directory = mkdtempSync(join(tmpdir(), "mails-"));
  const jobs = new JobStore(directory);
  const offices: { stop(): Promise<void> }[] = [];
  return {
    directory,
    jobs,
    open(carrier) {
      const store = offices.length === 0 ? jobs : new JobStore(directory);
      const office = createPostOffice({
        store,
        carrier,
        from: "Harborlight <hello@harborlight.example>",
        publicUrl: "https://site.test",
        log: SILENT,
        pace: { firstPause: 20, longestPause: 100 },
      });
      offices.push(office);
      office.start();
    },
    async close() {
      await Promise.all(offices.map((office) => office.stop()));
      jobs.close();
      rmSync(directory, { recursive: true });
    },
  };
}
