import type { NewJob } from "../queue/job.ts";

/** A mail before it is set: what it says, without how it looks. Plain JSON. */
export interface Letter {
  /** One address: each recipient gets a mail of their own. */
  to: string;
  subject: string;
  paragraphs: string[];
  /** Labelled values, in their order. */
  facts?: { label: string; value: string }[];
  /** `quiet`: not what the letter asks for, only what has to be there. */
  link?: { text: string; href: string; quiet?: true };
  /** Who gets an answer, where it is not the sender. */
  replyTo?: { name: string; address: string };
  /** Confirms what anybody may have posted in the recipient's name: one address gets only a few of these a day. */
  limited?: true;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
}

/** What every letter needs to know of the site. */
export interface LetterSite {
  /** Public origin without a trailing slash. */
  publicUrl: string;
  /** Who hears of submissions. */
  adminEmails: readonly string[];
  secret: string;
}

/** A letter on its way. It is sent once for a submission, a kind and a recipient, however often it is asked for. */
export function mailJob(submissionId: string, kind: string, letter: Letter): NewJob {
  return { topic: "mail", id: `${submissionId}/${kind}/${letter.to.toLowerCase()}`, body: letter };
}
