import { randomUUID } from "node:crypto";
import type { Email, EmailSite } from "../../../email/email.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import { contractNotice, orderNotice } from "../../../model/emails/admins.ts";
import { AppError } from "../../../platform/errors.ts";
import type { FormDeps } from "../../../submissions/form-action.server.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { findContract, getContract, type StoredContract } from "../../store/contract-store.server.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import { eventJobs } from "./event-emails.server.ts";
import { orderJobs, orderUrl } from "./order-jobs.server.ts";

const subjectOf = ([job]: readonly NewJob[]): string => (job?.body as Email | undefined)?.subject ?? "";

const NOTICES = new Set([contractNotice.name, orderNotice.name]);

const isNotice = ({ body }: NewJob): boolean => NOTICES.has((body as Email).template);

function clientEmails(site: EmailSite, contract: StoredContract, now: Date) {
  const link = orderUrl(site, contract, now);
  /** `kind` is `confirmation`, or the key of the event that it tells of; `at` the ISO time of that. */
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
export function sentEmails(site: EmailSite, contract: StoredContract, now: Date) {
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
    const { limited: _limited, waits: _waits, ...again } = body as Email;
    return { topic, id: `${contract._id}/${kind}-again-${nonce}/${again.to.toLowerCase()}`, body: again };
  });
}

/** How long after an event its emails are queued, for sites that were away. A queue forgets what it sent after 90 days. */
const NEWS_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the emails for everything that happened to a contract in the last 30 days. They are derived from the stored contract: the
 * receipt from its status, all others from its history. After a crash they are derived again; an email that is queued twice is sent once.
 */
export function contractEmails(site: EmailSite, contract: StoredContract, now: Date): NewJob[] {
  const isNews = (at: string) => now.getTime() - Date.parse(at) <= NEWS_DAYS * DAY_MS;
  const news = (contract.history ?? []).filter(({ at }) => isNews(at));
  return [
    ...(isNews(contract.submittedAt) ? orderJobs(site, contract) : []),
    ...news.flatMap((event) => eventJobs(site, contract, event)),
  ];
}

/** Contracts with an event that is still news, with a day to spare. */
const HAS_NEWS = `count(history[dateTime(at) > dateTime($now) - 60*60*24*31]) > 0`;

/** Pressing the button twice sends one email. */
const NONCE = /^[\w-]{8,64}$/;

interface EmailDeps extends Pick<FormDeps, "emailSite" | "queue" | "clock"> {
  readClient: FormDeps["clients"]["readClient"];
  onError: (error: unknown) => void;
}

export function createEmails({ emailSite, queue, clock, readClient, onError }: EmailDeps) {
  /** Queues the emails of what just happened to a contract, each once. Failures are only logged: billing queues them again. */
  async function send(contract: StoredContract): Promise<void> {
    try {
      await queue.send(contractEmails(emailSite, contract, clock()));
    } catch (error) {
      onError(new AppError("internal", "The queue cannot be written.", { cause: error }));
    }
  }

  /** Queues what a crash or a full disk kept from being queued. */
  const step: BillingStep = {
    name: "emails",
    where: HAS_NEWS,
    async run(id) {
      const contract = await getContract(readClient, id);
      if (contract) await send(contract);
    },
  };

  return {
    send,
    step,
    /** Returns what the client of a contract was sent, or null when there is no such contract. Throws like `getContract`. */
    async load(contractId: string) {
      const contract = await findContract(readClient, contractId);
      if (!contract) return null;
      const { contactInfo } = contract;
      return {
        id: contract._id,
        client: clientName(contactInfo),
        to: contactInfo.email,
        emails: sentEmails(emailSite, contract, clock()),
        /** New with each load of the page. */
        nonce: randomUUID() as string,
      };
    },
    /**
     * Sends an email of a contract again, once per nonce; `missing` when there is no such email. Throws an AppError when the
     * store or the queue does not answer, `bad-request` for a nonce that is none.
     */
    async resend(contractId: string, kind: string, nonce: string): Promise<"sent" | "missing"> {
      if (!NONCE.test(nonce)) throw new AppError("bad-request", "The form has no nonce.");
      const contract = await findContract(readClient, contractId);
      const jobs = contract ? resendJobs(emailSite, contract, { kind, nonce, now: clock() }) : [];
      if (jobs.length === 0) return "missing";
      await queue.send(jobs);
      return "sent";
    },
  };
}

export type EmailsView = NonNullable<Awaited<ReturnType<ReturnType<typeof createEmails>["load"]>>>;
