import { join } from "node:path";
import { env } from "../../platform/env.instance.server.ts";
import { log } from "../../platform/log.instance.server.ts";
import { secret } from "../../platform/secret.instance.server.ts";
import { siteJobs } from "../queue/site-queue.instance.server.ts";
import type { Worker } from "../queue/worker.server.ts";
import { folderCarrier, smtpCarrier } from "./carriers.server.ts";
import type { LetterSite } from "./letter.ts";
import { openPostOffice } from "./post-office.server.ts";

/** Where mails are written without a mail server. */
export const outboxDirectory = join(env.dataDir, "outbox");

// On the global object: `npm run dev` loads this module again and again, and each mail must leave once.
const kept = globalThis as { postOffice?: Worker };

export const postOffice = (kept.postOffice ??= openPostOffice({
  store: siteJobs(),
  carrier: env.mail.on ? smtpCarrier(env.mail.smtpUrl) : folderCarrier(outboxDirectory),
  from: env.mail.on ? env.mail.from : `no-reply@${new URL(env.publicUrl).hostname}`,
  publicUrl: env.publicUrl,
  log,
}));

/** What the letters of this site say of it. */
export const letterSite: LetterSite = {
  publicUrl: env.publicUrl,
  adminEmails: env.adminEmails,
  secret,
};
