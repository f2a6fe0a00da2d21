import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import type { Job } from "../queue/job.ts";
import type { Email } from "./email.ts";

/** Confirmations to one address, of all forms together. */
const CONFIRMATIONS: UsageLimit = { name: "confirmations", max: 3, ttlMs: 24 * 60 * 60 * 1000 };

/** One spelling for all that reach the same mailbox: `Ada+1@Example.com` is `ada@example.com`. */
export function mailboxOf(email: string): string {
  const [, local = email, domain = ""] =
    /^(.*)@([^@]*)$/s.exec(email.normalize("NFKC").trim().toLowerCase()) ?? [];
  return `${local.replace(/(?<=.)\+.*$/s, "")}@${domain}`;
}

/**
 * Returns what says of a mail whether its recipient may still get it today. Mails that are not `limited` always may, and
 * all may while they cannot be counted. Never throws.
 */
export function limitRecipients(countUse: CountUse, onError: (error: unknown) => void) {
  return async ({ id, body }: Job): Promise<boolean> => {
    const { to, limited } = body as Email;
    if (!limited) return true;
    return countUse(CONFIRMATIONS, mailboxOf(to), id).catch((error: unknown) => {
      onError(error);
      return true;
    });
  };
}
