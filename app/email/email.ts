import type { NewJob } from "../submissions/queue/job.ts";
import type { EmailSite } from "../submissions/queue/submission-queue.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import type { NoticeProps } from "../model/emails/admins.ts";
import type { ReceiptProps } from "../model/emails/forms.ts";
import type { SpamReason } from "../model/spam.ts";
import { wordEmail, type EmailTemplate } from "../model/emails/template.ts";

export type { EmailSite };

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
  /** A `limited` one that is sent once the address may get another, rather than not at all. */
  waits?: true;
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

interface Submitted<R extends ReceiptProps, N extends NoticeProps> {
  /** Document id of the submission. */
  id: string;
  visitor: { name: string; email: string };
  receipt: {
    template: EmailTemplate<R>;
    props: NoInfer<Omit<R, keyof ReceiptProps>>;
    pdfs?: readonly string[];
  };
  notice: { template: EmailTemplate<N>; props: NoInfer<Omit<N, keyof NoticeProps>> };
  /** True for paid orders, whose receipt does not count towards the recipient's limit. */
  paid?: boolean;
  /** Whether a receipt over the limit waits, rather than being dropped. */
  waits?: true;
  /** Why it may come from a program. Then the email address, which may be anyone's, gets no receipt. */
  suspected?: SpamReason | undefined;
  /** Path of the submission in the admin pages. */
  adminPath: string;
}

/** Returns the emails of a submission: its receipt for the visitor, and a notice for each admin unless they get a digest. */
export function receiptJobs<R extends ReceiptProps, N extends NoticeProps>(
  site: EmailSite,
  { id, visitor, receipt, notice, paid = false, waits, suspected, adminPath }: Submitted<R, N>,
): NewJob[] {
  const reference = referenceNumber(site.secret, id);
  const confirmation = emailJob(id, "confirmation", {
    to: visitor.email,
    template: receipt.template,
    props: { ...receipt.props, reference } as R,
    ...(paid ? {} : { limited: id, ...(waits ? { waits } : {}) }),
    ...(receipt.pdfs ? { pdfs: receipt.pdfs } : {}),
  });
  const common: NoticeProps = {
    ...visitor,
    reference,
    suspected: suspected ?? null,
    url: site.publicUrl + adminPath,
  };
  const recipients = site.hasDigest ? [] : site.adminEmails;
  const notices = recipients.map((to) =>
    emailJob(id, "notice", {
      to,
      template: notice.template,
      props: { ...notice.props, ...common } as N,
      replyTo: { name: visitor.name, address: visitor.email },
    }),
  );
  return suspected ? notices : [confirmation, ...notices];
}
