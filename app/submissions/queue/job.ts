/** What the queue keeps: submissions that the content store has still to get, and mails that have still to leave. */
export type Topic = "submission" | "mail";

/** `waiting`: tried until it works. `dead`: refused for good, kept for an admin to see. `done`: kept to be done only once. */
export type JobState = "waiting" | "dead" | "done";

export interface NewJob {
  topic: Topic;
  /** The same again under this id is the same job. */
  id: string;
  /** Plain JSON. */
  body: object;
  /** Milliseconds from now before the first try; 0 when left out. */
  delay?: number;
}

/** A job as it stands in the queue. Times in milliseconds since 1970. */
export interface Job {
  topic: Topic;
  id: string;
  body: unknown;
  state: JobState;
  receivedAt: number;
  attempts: number;
  /** How many of the attempts were refused, not just unanswered. */
  refusals: number;
  nextAt: number;
  /** Why the last try failed, in words for an admin. */
  lastError: string;
}

/** A job of the queue that takes a submission out of the store again. */
export interface Removal {
  type: string;
  id: string;
  remove: true;
}

export function isRemoval(body: unknown): body is Removal {
  return typeof body === "object" && body !== null && "remove" in body;
}

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
