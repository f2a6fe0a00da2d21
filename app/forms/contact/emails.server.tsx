import { worded } from "../../content/email-words.ts";
import type { EmailSite, EmailTemplate } from "../../submissions/email/email.ts";
import {
  Notice,
  noticeValues,
  PREVIEW_NOTICE,
  PREVIEW_RECEIPT,
  Receipt,
  receiptJobs,
  type NoticeProps,
  type ReceiptProps,
} from "../../submissions/email/receipt.server.tsx";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { MESSAGE_NOTICE, MESSAGE_RECEIPT } from "./email-words.ts";
import type { StoredMessage } from "./schema.server.ts";

const messageReceipt: EmailTemplate<ReceiptProps> = {
  ...worded(MESSAGE_RECEIPT),
  Content: Receipt,
  preview: PREVIEW_RECEIPT,
};

const messageNotice: EmailTemplate<NoticeProps & { service: string }> = {
  ...worded(MESSAGE_NOTICE, noticeValues),
  Content: ({ service, ...notice }) => (
    <Notice notice={notice} facts={[{ label: "Service", value: service }]} />
  ),
  preview: { ...PREVIEW_NOTICE, service: "Data Analytics" },
};

export const CONTACT_EMAILS: readonly EmailTemplate[] = [messageReceipt, messageNotice];

/** Returns the emails of a contact message. */
export function contactEmails(site: EmailSite): SubmissionEmails<StoredMessage> {
  return ({ _id, name, email, service, suspected }) =>
    receiptJobs(site, {
      id: _id,
      suspected,
      visitor: { name, email },
      receipt: { template: messageReceipt, props: {} },
      notice: { template: messageNotice, props: { service } },
      adminPath: `/admin/messages/${encodeURIComponent(_id)}`,
    });
}
