import type { NewJob } from "../queue/job.ts";
import { referenceNumber } from "../submission-id.server.ts";
import { SPAM_REASON_TEXTS } from "../spam/spam.ts";
import type { SpamReason } from "../spam/spam.ts";
import { emailJob, type EmailSite, type EmailTemplate } from "./email.ts";
import { ActionButton, Facts, Note, Opening, type Fact } from "../../platform/email-layout.server.tsx";

/** The facts of every receipt. Nothing that was typed is among them, so nobody can have us send their words to a stranger. */
export interface ReceiptProps {
  reference: string;
}

/** What admins see of a submission in an email; the rest requires signing in. */
export interface NoticeProps {
  name: string;
  email: string;
  reference: string;
  suspected: SpamReason | null;
  /** URL of the submission in the admin pages. */
  url: string;
}

export const PREVIEW_RECEIPT: ReceiptProps = { reference: "7KQ2-M9XD" };
export const PREVIEW_NOTICE: NoticeProps = {
  ...PREVIEW_RECEIPT,
  name: "Zoë Whitfield",
  email: "zoe@example.com",
  suspected: null,
  url: "https://harborlight.example/admin",
};

interface ReceiptContent extends ReceiptProps {
  facts?: readonly Fact[];
}

/** The content of a receipt. Its note is for a recipient whose address somebody else entered. */
export function Receipt({ reference, facts }: ReceiptContent) {
  return (
    <>
      <Opening />
      <Note />
      <Facts facts={[{ label: "Reference number", value: reference }, ...(facts ?? [])]} />
    </>
  );
}

interface NoticeContent {
  notice: NoticeProps;
  facts?: readonly Fact[];
}

/** The content of a notice to an admin. */
export function Notice({ notice, facts }: NoticeContent) {
  const { name, email, reference, suspected, url } = notice;
  const known: Fact[] = [
    { label: "Name", value: name },
    { label: "Email", value: email },
    { label: "Reference number", value: reference },
    ...(facts ?? []),
  ];
  return (
    <>
      <Opening />
      <Facts
        facts={suspected ? [...known, { label: "Suspected", value: SPAM_REASON_TEXTS[suspected] }] : known}
      />
      <ActionButton href={url} />
    </>
  );
}

/** Returns the facts that the words of a notice can name (`NOTICE_PLACEHOLDERS`). */
export const noticeValues = ({ suspected, reference, name, email }: NoticeProps) => ({
  status: suspected ? "Suspected: new" : "New",
  reference,
  name,
  email,
});

interface Submitted<R extends ReceiptProps, N extends NoticeProps> {
  /** Document id of the submission. */
  id: string;
  visitor: { name: string; email: string };
  receipt: { template: EmailTemplate<R>; props: NoInfer<Omit<R, keyof ReceiptProps>> };
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
