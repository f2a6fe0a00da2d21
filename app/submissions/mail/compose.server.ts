import { createHash } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import type { Job } from "../queue/job.ts";
import type { Letter } from "./letter.ts";
import { setLetter } from "./set-letter.ts";

export interface MailSender {
  /** `Name <address>` or an address. */
  from: string;
  /** Public origin without a trailing slash. */
  publicUrl: string;
}

/** A name of a job that shows nothing of it and is the same each time. */
export function jobName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/**
 * The mail of a job. Its Message-ID is the same each time, so that a mailbox that gets it twice can tell. Addresses are
 * given as they are, never parsed: a comma in one makes no second recipient.
 */
export function composeMail({ id, body, receivedAt }: Job, { from, publicUrl }: MailSender): SendMailOptions {
  const letter = body as Letter;
  return {
    from,
    to: { name: "", address: letter.to },
    subject: letter.subject,
    date: new Date(receivedAt),
    messageId: `<${jobName(id)}@${new URL(publicUrl).hostname}>`,
    // Holidays' answers to a confirmation help nobody (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...letter.headers },
    ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
    ...setLetter(letter, publicUrl),
    // What stands in a letter is text: no file and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
