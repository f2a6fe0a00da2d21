import { randomUUID } from "node:crypto";
import { AppError } from "../../../platform/errors.ts";
import type { FormDeps } from "../../../submissions/form-action.server.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import { findContract, getContract, type StoredContract } from "../../store/contract-store.server.ts";
import { contractEmails } from "./contract-emails.server.ts";
import { resendJobs, sentEmails, type SentEmail } from "./resend.server.ts";

/** The emails of a contract, for the admin page. */
export interface EmailsView {
  id: string;
  client: string;
  to: string;
  /** Newest first. */
  emails: SentEmail[];
  /** New with each load of the page. */
  nonce: string;
}

/** Contracts with an event that is still news (`contractEmails`), with a day to spare. */
const HAS_NEWS = `count(history[dateTime(at) > dateTime($now) - 60*60*24*31]) > 0`;

/** Pressing the button twice sends one email. */
const NONCE = /^[\w-]{8,64}$/;

interface EmailDeps extends Pick<FormDeps, "emailSite" | "queue" | "clock"> {
  readClient: FormDeps["clients"]["readClient"];
  onError: (error: unknown) => void;
}

/** The emails of contracts to clients and admins. */
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
    async load(contractId: string): Promise<EmailsView | null> {
      const contract = await findContract(readClient, contractId);
      if (!contract) return null;
      const { firstName, lastName, email } = contract.contactInfo;
      return {
        id: contract._id,
        client: `${firstName} ${lastName}`.trim(),
        to: email,
        emails: sentEmails(emailSite, contract, clock()),
        nonce: randomUUID(),
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
