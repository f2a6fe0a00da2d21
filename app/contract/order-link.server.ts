import type { ReadClient } from "../platform/content-store.ts";
import type { CountUse, UsageLimit } from "../platform/usage-counter.server.ts";
import { mailJob, type LetterSite } from "../submissions/mail/letter.ts";
import { mailboxOf } from "../submissions/mail/recipient-limit.server.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { referenceNumber } from "../submissions/reference.server.ts";
import { readConfirmationToken, renewedToken } from "./confirmation.server.ts";
import { findOrder } from "./confirmation-view.server.ts";
import type { StoredContract } from "./contract-store.server.ts";
import { uuidOfContract } from "./offer/find-offer.server.ts";

/** New links to one address. */
const LINKS: UsageLimit = { name: "order-links", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

interface OrderLinkDeps {
  store: ReadClient;
  letterSite: LetterSite;
  countUse: CountUse;
  send: (jobs: readonly NewJob[]) => void;
}

function linkMail(site: LetterSite, contract: StoredContract, now: Date): NewJob {
  const token = renewedToken(site.secret, uuidOfContract(contract._id), now);
  const number = referenceNumber(site.secret, contract._id);
  // Asked for twice within an hour, it is the same mail.
  return mailJob(contract._id, `order-link-${now.toISOString().slice(0, 13)}`, {
    to: contract.contactInfo.email,
    subject: `Your new order link (${number})`,
    paragraphs: [
      "Somebody opened an old link to your order and asked for a new one. It is valid for 90 days.",
      "The link is private: whoever has it can read this order, so please do not pass it on.",
    ],
    facts: [{ label: "Reference number", value: number }],
    link: { text: "See your order", href: `${site.publicUrl}/order/${token}` },
  });
}

/**
 * Mails a new link to the order that an ended link leads to, to the order's own address, at most three a day to one address.
 * Does nothing where there is no such order. Throws an AppError when the store, the counter or the queue does not answer.
 */
export async function mailOrderLink(deps: OrderLinkDeps, token: string, now: Date): Promise<void> {
  const { store, letterSite, countUse, send } = deps;
  const link = readConfirmationToken(letterSite.secret, token);
  const contract = link && (await findOrder(store, link.submissionId));
  if (!contract?.contactInfo.email) return;
  const mail = linkMail(letterSite, contract, now);
  if (await countUse(LINKS, mailboxOf(contract.contactInfo.email), mail.id)) send([mail]);
}
