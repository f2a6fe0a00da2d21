import type { ReadClient } from "../platform/content-store.ts";
import type { CountUse, UsageLimit } from "../platform/usage-counter.server.ts";
import type { EmailSite } from "../submissions/email/email.ts";
import { mailboxOf } from "../submissions/email/recipient-limit.server.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { readConfirmationToken } from "./confirmation.server.ts";
import { findOrder } from "./confirmation-view.server.ts";
import { orderLinkEmail } from "./emails.server.tsx";

/** New links to one address. */
const LINKS: UsageLimit = { name: "order-links", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

interface OrderLinkDeps {
  store: ReadClient;
  emailSite: EmailSite;
  countUse: CountUse;
  send: (jobs: readonly NewJob[]) => void;
}

/**
 * Mails a new link to the order that an ended link leads to, to the order's own address, at most three a day to one address.
 * Does nothing where there is no such order. Throws an AppError when the store, the counter or the queue does not answer.
 */
export async function mailOrderLink(deps: OrderLinkDeps, token: string, now: Date): Promise<void> {
  const { store, emailSite, countUse, send } = deps;
  const link = readConfirmationToken(emailSite.secret, token);
  const contract = link && (await findOrder(store, link.submissionId));
  if (!contract?.contactInfo.email) return;
  const mail = orderLinkEmail(emailSite, contract, now);
  if (await countUse(LINKS, mailboxOf(contract.contactInfo.email), mail.id)) send([mail]);
}
