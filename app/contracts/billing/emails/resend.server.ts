import type { Email, EmailSite } from "../../../email/email.ts";
import { contractNotice, orderNotice } from "../../../model/emails/admins.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { orderUrl } from "./client-jobs.server.ts";
import { eventJobs } from "./contract-emails.server.ts";
import { orderJobs } from "./order-jobs.server.ts";

/** An email of a contract that was sent to its client. */
export interface SentEmail {
  /** `confirmation`, or the key of the event that it tells of. */
  kind: string;
  subject: string;
  /** ISO time of what it tells of. */
  at: string;
}

const subjectOf = ([job]: readonly NewJob[]): string => (job?.body as Email | undefined)?.subject ?? "";

const NOTICES = new Set([contractNotice.name, orderNotice.name]);

const isNotice = ({ body }: NewJob): boolean => NOTICES.has((body as Email).template);

function clientEmails(site: EmailSite, contract: StoredContract, now: Date) {
  const link = orderUrl(site, contract, now);
  const receipt = { kind: "confirmation", at: contract.submittedAt, jobs: orderJobs(site, contract, link) };
  const others = (contract.history ?? []).map((event) => ({
    kind: event._key,
    at: event.at,
    jobs: eventJobs(site, contract, event, now),
  }));
  return [receipt, ...others]
    .map((email) => ({ ...email, jobs: email.jobs.filter((job) => !isNotice(job)) }))
    .filter(({ jobs }) => jobs.length > 0);
}

/** Returns the emails that the client of a contract got, newest first. */
export function sentEmails(site: EmailSite, contract: StoredContract, now: Date): SentEmail[] {
  return clientEmails(site, contract, now)
    .map(({ kind, at, jobs }) => ({ kind, at, subject: subjectOf(jobs) }))
    .toReversed();
}

/**
 * Returns the jobs that send one of `sentEmails` again, as it would be written today; none when there is no such email. The
 * nonce is new with each load of the page, so that pressing the button twice sends one.
 */
export function resendJobs(
  site: EmailSite,
  contract: StoredContract,
  { kind, nonce, now }: { kind: string; nonce: string; now: Date },
): NewJob[] {
  const email = clientEmails(site, contract, now).find((known) => known.kind === kind);
  return (email?.jobs ?? []).map(({ topic, body }) => {
    // An admin may send it as often as needed.
    const { limited: _limited, ...again } = body as Email;
    return { topic, id: `${contract._id}/${kind}-again-${nonce}/${again.to.toLowerCase()}`, body: again };
  });
}
