import type { NoticeProps } from "../model/emails/admins.ts";
import type { ReceiptProps } from "../model/emails/forms.ts";
import { wordEmail, type EmailTemplate } from "../model/emails/template.ts";
import type { SpamReason } from "../model/spam.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import type { EmailSite } from "../submissions/queue/submission-queue.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";

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
  /** Names of files of the contract that are made and attached when it is sent. */
  pdfs?: readonly string[];
  /** The contract whose files `pdfs` names. */
  contractId?: string;
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

interface Submitted<N extends NoticeProps> {
  /** Document id of the submission. */
  id: string;
  visitor: { name: string; email: string };
  notice: { template: EmailTemplate<N>; props: NoInfer<Omit<N, keyof NoticeProps>> };
  /** Why it may come from a program. */
  suspected?: SpamReason | undefined;
  /** Path of the submission in the admin pages. */
  adminPath: string;
}

/** Returns the notices of a submission, one for each admin; none where they get a digest. */
export function submissionNotices<N extends NoticeProps>(
  site: EmailSite,
  { id, visitor, notice, suspected, adminPath }: Submitted<N>,
): NewJob[] {
  const common: NoticeProps = {
    ...visitor,
    reference: referenceNumber(site.secret, id),
    suspected: suspected ?? null,
    url: site.publicUrl + adminPath,
  };
  const recipients = site.hasDigest ? [] : site.adminEmails;
  return recipients.map((to) =>
    emailJob(id, "notice", {
      to,
      template: notice.template,
      props: { ...notice.props, ...common } as N,
      replyTo: { name: visitor.name, address: visitor.email },
    }),
  );
}

/** Returns the emails of a form: the receipt for its visitor, whose address may be anyone's if it is suspected, and the notices. */
export function receiptJobs<R extends ReceiptProps, N extends NoticeProps>(
  site: EmailSite,
  {
    receipt: { template, props },
    ...submitted
  }: Submitted<N> & { receipt: { template: EmailTemplate<R>; props: NoInfer<Omit<R, keyof ReceiptProps>> } },
): NewJob[] {
  const { id, visitor, suspected } = submitted;
  const notices = submissionNotices(site, submitted);
  if (suspected) return notices;
  const reference = referenceNumber(site.secret, id);
  const receipt = { to: visitor.email, template, props: { ...props, reference } as R, limited: id };
  return [emailJob(id, "confirmation", receipt), ...notices];
}
