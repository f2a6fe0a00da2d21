/** Kinds of jobs: submissions to write to the content store, and emails to send. */
export type Topic = "submission" | "mail";

/**
 * `waiting`: retried until it works. `dead`: rejected for good, stored for an admin to see. `done`: stored so that it is
 * done only once.
 */
export type JobState = "waiting" | "dead" | "done";

export interface NewJob {
  topic: Topic;
  /** Adding a job whose id exists changes nothing. */
  id: string;
  /** Plain JSON. */
  body: object;
  /** Delay of the first attempt in ms; 0 by default. */
  delay?: number;
}

/** A job in the queue. Times in ms since 1970. */
export interface Job {
  topic: Topic;
  id: string;
  body: unknown;
  state: JobState;
  receivedAt: number;
  attempts: number;
  /** How many of the attempts were rejected rather than unanswered. */
  refusals: number;
  /** When it is due; for a leased job the end of the lease. */
  nextAt: number;
  /** Why the last attempt failed, in words for an admin. */
  lastError: string;
  /** True on this machine's disk while the queue is in Redis. */
  isOnDisk?: boolean;
}

/** Body of a job that removes a withdrawn submission from the store. */
export interface Removal {
  type: string;
  id: string;
  remove: true;
}

export function isRemoval(body: unknown): body is Removal {
  return typeof body === "object" && body !== null && "remove" in body;
}

/** An unsent email, as admins see it. */
export interface WaitingEmail {
  id: string;
  to: string;
  subject: string;
  receivedAt: string;
  attempts: number;
  lastError: string;
  stuck: boolean;
}

/** A submission that waits for the content store, as admins see it. */
export interface PendingSubmission {
  id: string;
  what: string;
  /** Email of the sender. */
  who: string;
  receivedAt: string;
  attempts: number;
  lastError: string;
  /** True when it was rejected for good: it waits for an admin. */
  stuck: boolean;
}

const NAMES: Record<string, string> = {
  contactSubmission: "Contact message",
  newsletterSubscriber: "Newsletter subscription",
  clientQuestionnaire: "Questionnaire",
  contract: "Contract",
  storedFile: "Record of an attached file",
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

export function waitingEmail({ id, body, receivedAt, attempts, lastError, state }: Job): WaitingEmail {
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
