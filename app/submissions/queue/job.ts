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
