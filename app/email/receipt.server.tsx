import type { NewJob } from "../submissions/queue/job.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { SPAM_REASON_TEXTS } from "../model/spam.ts";
import type { SpamReason } from "../model/spam.ts";
import { emailJob, type EmailSite, type EmailTemplate } from "./email.ts";
import { ActionButton, Facts, Note, Opening, Paragraph, type Fact } from "./layout.server.tsx";

/** The facts of every receipt. Nothing that was typed is among them (docs/decisions/0015-bots-and-forms.md). */
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

/** Longest quotation, in UTF-16 units. */
const MAX_QUOTE = 2_000;
const QUOTE = { margin: "0 0 24px", padding: "0 0 0 16px", borderLeft: "3px solid #8a94a0" };

/** What somebody wrote, quoted and cut where it is long. */
function Quote({ children }: { children: string }) {
  const isCut = children.length > MAX_QUOTE;
  return (
    <blockquote style={QUOTE}>
      <Paragraph>{isCut ? `${children.slice(0, MAX_QUOTE).trimEnd()} …` : children}</Paragraph>
    </blockquote>
  );
}

interface ReceiptContent extends ReceiptProps {
  facts?: readonly Fact[];
  /** What the visitor wrote, if it is repeated. */
  quote?: string;
}

/** The content of a receipt. Its note is for a recipient whose address somebody else entered. */
export function Receipt({ reference, facts, quote }: ReceiptContent) {
  return (
    <>
      <Opening />
      <Note />
      <Facts facts={[{ label: "Reference number", value: reference }, ...(facts ?? [])]} />
      {quote ? <Quote>{quote}</Quote> : null}
    </>
  );
}

interface NoticeContent {
  notice: NoticeProps;
  facts?: readonly Fact[];
  /** What the visitor wrote, so that Reply answers it. */
  quote?: string;
}

/** The content of a notice to an admin. */
export function Notice({ notice, facts, quote }: NoticeContent) {
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
      {quote ? <Quote>{quote}</Quote> : null}
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
