import { worded } from "../../email/words.ts";
import type { EmailSite, EmailTemplate } from "../../email/email.ts";
import {
  Notice,
  noticeValues,
  PREVIEW_NOTICE,
  PREVIEW_RECEIPT,
  Receipt,
  receiptJobs,
  type NoticeProps,
  type ReceiptProps,
} from "../../email/receipt.server.tsx";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { MESSAGE_NOTICE, MESSAGE_RECEIPT } from "./email-words.ts";
import { serviceText } from "../../model/contact.ts";
import type { StoredMessage } from "./schema.server.ts";

/** A web address, with or without its scheme. */
const WEB_ADDRESS = /:\/\/|\b[\w-]+\.[a-z]{2,}\b/i;

const messageReceipt: EmailTemplate<ReceiptProps & { quote: string }> = {
  ...worded(MESSAGE_RECEIPT),
  Content: Receipt,
  preview: { ...PREVIEW_RECEIPT, quote: "Could you look at our reports?\nThey take a day every month." },
};

const messageNotice: EmailTemplate<NoticeProps & { service: string; message: string }> = {
  ...worded(MESSAGE_NOTICE, noticeValues),
  Content: ({ service, message, ...notice }) => (
    <Notice notice={notice} facts={[{ label: "Service", value: service }]} quote={message} />
  ),
  preview: {
    ...PREVIEW_NOTICE,
    service: "Data Analytics",
    message: "Could you look at our reports?\nThey take a day every month.",
  },
};

export const CONTACT_EMAILS: readonly EmailTemplate[] = [messageReceipt, messageNotice];

/** Returns the emails of a contact message. */
export function contactEmails(site: EmailSite): SubmissionEmails<StoredMessage> {
  return ({ _id, name, email, message, suspected, ...rest }) =>
    receiptJobs(site, {
      id: _id,
      suspected,
      visitor: { name, email },
      // The address may be a stranger's: nobody has us send links to it.
      receipt: { template: messageReceipt, props: { quote: WEB_ADDRESS.test(message) ? "" : message } },
      notice: { template: messageNotice, props: { service: serviceText(rest), message } },
      adminPath: `/admin/messages/${encodeURIComponent(_id)}`,
    });
}
