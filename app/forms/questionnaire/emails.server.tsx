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
import type { SpamReason } from "../../model/spam.ts";
import type { QuestionnaireDocument } from "./store-questionnaire.server.ts";
import { QUESTIONNAIRE_NOTICE, QUESTIONNAIRE_RECEIPT } from "./email-words.ts";

const questionnaireReceipt: EmailTemplate<ReceiptProps> = {
  ...worded(QUESTIONNAIRE_RECEIPT),
  Content: Receipt,
  preview: PREVIEW_RECEIPT,
};

const questionnaireNotice: EmailTemplate<NoticeProps & { files: number }> = {
  ...worded(QUESTIONNAIRE_NOTICE, noticeValues),
  Content: ({ files, ...notice }) => (
    <Notice notice={notice} facts={[{ label: "Files", value: String(files) }]} />
  ),
  preview: { ...PREVIEW_NOTICE, files: 2 },
};

export const QUESTIONNAIRE_EMAILS: readonly EmailTemplate[] = [questionnaireReceipt, questionnaireNotice];

/** Returns the emails of a questionnaire. */
export function questionnaireEmails(
  site: EmailSite,
): SubmissionEmails<QuestionnaireDocument & { suspected?: SpamReason }> {
  return ({ _id, contactInfo, additionalInfo, suspected }) => {
    const { name, email } = contactInfo as unknown as Record<"name" | "email", string>;
    return receiptJobs(site, {
      id: _id,
      suspected,
      visitor: { name, email },
      receipt: { template: questionnaireReceipt, props: {} },
      notice: { template: questionnaireNotice, props: { files: additionalInfo.attachments.length } },
      adminPath: `/admin/questionnaires/${encodeURIComponent(_id)}`,
    });
  };
}
