import type { NewJob } from "../submissions/queue/job.ts";
import { wordEmail, type EmailTemplate } from "../model/emails/template.ts";

export type { EmailSite } from "../submissions/queue/submission-queue.server.ts";

/** An email as the queue stores it; rendered when it is sent. Plain JSON. */
export interface Email {
  /** One address: every recipient gets an email of their own. */
  to: string;
  subject: string;
  template: string;
  props: object;
  /** Who gets replies, where it is not the sender. */
  replyTo?: { name: string; address: string };
  /**
   * Set for what anyone could have caused in the recipient's name, so one address gets only a few of these a day. Emails with
   * the same text count once.
   */
  limited?: true | string;
  /** Names of files of the submission that are made and attached when it is sent. */
  pdfs?: readonly string[];
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
}

/** An email before it is queued: the subject comes from the template. */
export interface NewEmail<Props extends object> extends Omit<Email, "subject" | "template" | "props"> {
  template: EmailTemplate<Props>;
  props: NoInfer<Props>;
}

/** Queues an email of `emailJob`. */
export type SendEmail = (job: NewJob) => Promise<void>;

/** Returns the job that sends an email. It is queued once per submission, kind and recipient. */
export function emailJob<Props extends object>(
  submissionId: string,
  kind: string,
  { template, ...email }: NewEmail<Props>,
): NewJob {
  const body: Email = {
    ...email,
    subject: wordEmail(template, email.props).subject,
    template: template.name,
  };
  return { topic: "mail", id: `${submissionId}/${kind}/${email.to.toLowerCase()}`, body };
}
