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

/** What admins see of a job that waits. `stuck`: it was rejected for good and waits for an admin. */
const waitingJob = ({ id, receivedAt, attempts, lastError, state }: Job) => ({
  id,
  receivedAt: new Date(receivedAt).toISOString(),
  attempts,
  lastError,
  stuck: state === "dead",
});

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

/** Returns what admins see of a submission that waits for the content store: what it is, and its sender's email. */
export function pendingSubmission(job: Job) {
  const { type = "", document = {} } = job.body as KnownBody;
  const what = NAMES[type] ?? type;
  return {
    ...waitingJob(job),
    what: isRemoval(job.body) ? `${what}, to be removed` : what,
    who: document.email ?? document.contactInfo?.email ?? "",
  };
}

/** Returns what admins see of an unsent email. */
export function waitingEmail(job: Job) {
  const { to = "", subject = "" } = job.body as { to?: string; subject?: string };
  return { ...waitingJob(job), to, subject };
}
