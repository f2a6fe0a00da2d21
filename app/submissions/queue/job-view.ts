import type { Job } from "./job.ts";

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
  return {
    id,
    what: NAMES[type] ?? type,
    who: document.email ?? document.contactInfo?.email ?? "",
    receivedAt: new Date(receivedAt).toISOString(),
    attempts,
    lastError,
    stuck: state === "dead",
  };
}
