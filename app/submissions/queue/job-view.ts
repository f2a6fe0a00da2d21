import type { Job } from "./job.ts";
import { isRemoval } from "./removal.ts";

/** A mail that has not left yet, as an admin sees it. */
export interface WaitingMail {
  id: string;
  to: string;
  subject: string;
  receivedAt: string;
  attempts: number;
  lastError: string;
  stuck: boolean;
}

/** A submission on its way to the content store, as an admin sees it. */
export interface PendingSubmission {
  id: string;
  what: string;
  /** E-mail address of who sent it. */
  who: string;
  receivedAt: string;
  attempts: number;
  lastError: string;
  /** Refused for good: it waits for an admin, not for time. */
  stuck: boolean;
}

const NAMES: Record<string, string> = {
  contactSubmission: "Contact message",
  newsletterSubscriber: "Newsletter subscription",
  clientQuestionnaire: "Questionnaire",
};

interface KnownBody {
  type?: string;
  document?: { email?: string; contactInfo?: { email?: string } };
}

export function pendingSubmission({
  id,
  body,
  receivedAt,
  attempts,
  lastError,
  state,
}: Job): PendingSubmission {
  const { type = "", document = {} } = body as KnownBody;
  const what = NAMES[type] ?? type;
  return {
    id,
    what: isRemoval(body) ? `${what}, to be removed` : what,
    who: document.email ?? document.contactInfo?.email ?? "",
    receivedAt: new Date(receivedAt).toISOString(),
    attempts,
    lastError,
    stuck: state === "dead",
  };
}

export function waitingMail({ id, body, receivedAt, attempts, lastError, state }: Job): WaitingMail {
  const { to = "", subject = "" } = body as { to?: string; subject?: string };
  return {
    id,
    to,
    subject,
    receivedAt: new Date(receivedAt).toISOString(),
    attempts,
    lastError,
    stuck: state === "dead",
  };
}
