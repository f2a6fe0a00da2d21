import type { SpamReason } from "../model/spam.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { emailJob, type EmailSite } from "./email.ts";
import type { EmailTemplate } from "../model/emails/template.ts";
import type { NoticeProps } from "../model/emails/admins.ts";
import type { ReceiptProps } from "../model/emails/forms.ts";

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
  /** Why it may come from a program. Then the email address, which may be anyone's, gets no receipt. */
  suspected?: SpamReason | undefined;
  /** Path of the submission in the admin pages. */
  adminPath: string;
}

/** Returns the emails of a submission: its receipt for the visitor, and a notice for each admin unless they get a digest. */
export function receiptJobs<R extends ReceiptProps, N extends NoticeProps>(
  site: EmailSite,
  { id, visitor, receipt, notice, paid = false, suspected, adminPath }: Submitted<R, N>,
): NewJob[] {
  const reference = referenceNumber(site.secret, id);
  const confirmation = emailJob(id, "confirmation", {
    to: visitor.email,
    template: receipt.template,
    props: { ...receipt.props, reference } as R,
    ...(paid ? {} : { limited: id }),
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
