import { postOffice } from "./mail/site-mail.instance.server.ts";
import { siteJobs, stopSiteQueue } from "./queue/site-queue.instance.server.ts";

/** Before the process ends: what is being stored or sent is finished, what waits stays on the disk for the next start. */
export async function finishJobs(): Promise<void> {
  await Promise.all([stopSiteQueue(), postOffice.stop()]);
  siteJobs().close();
}
