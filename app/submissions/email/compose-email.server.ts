import { createHash } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import type { Job } from "../queue/job.ts";
import type { Email, EmailTemplate } from "./email.ts";
import { renderEmail } from "./render-email.server.tsx";

export interface EmailSender {
  /** `Name <address>` or an address. */
  from: string;
  /** Public origin without a trailing slash. */
  publicUrl: string;
  templates: readonly EmailTemplate[];
}

/** A name of a job that reveals nothing of it and is the same each time. */
export function jobName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/**
 * Returns the message of a job. Its Message-ID is the same each time, so that a mailbox that gets it twice can tell.
 * Addresses are given as they are, never parsed: a comma in one makes no second recipient. Throws like `renderEmail`.
 */
export async function composeEmail(
  { id, body, receivedAt }: Pick<Job, "id" | "body" | "receivedAt">,
  { from, publicUrl, templates }: EmailSender,
): Promise<SendMailOptions> {
  const email = body as Email;
  return {
    from,
    to: { name: "", address: email.to },
    subject: email.subject,
    date: new Date(receivedAt),
    messageId: `<${jobName(id)}@${new URL(publicUrl).hostname}>`,
    // Suppress out-of-office replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...email.headers },
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    ...(await renderEmail(email, { templates, publicUrl })),
    // The content is text: no file and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
