import { receiptMails } from "../submissions/mail/receipt.server.ts";
import type { LetterSite } from "../submissions/mail/letter.ts";
import type { Letters } from "../submissions/queue/submission-queue.server.ts";
import type { QuestionnaireDocument } from "./document.server.ts";
import type { Suspicion } from "../submissions/trap/trap.server.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";

/** The mails that go with a questionnaire. */
export function questionnaireLetters(
  site: LetterSite,
): Letters<QuestionnaireDocument & { suspected?: Suspicion }> {
  return ({ _id, contactInfo, additionalInfo, suspected }) => {
    const { name, email } = contactInfo as unknown as Record<"name" | "email", string>;
    return receiptMails(site, {
      id: _id,
      suspected,
      what: "questionnaire",
      visitor: { name, email },
      thanks: [QUESTIONNAIRE_TEXTS.success],
      notice: [{ label: "Files", value: String(additionalInfo.attachments.length) }],
      adminPath: `/admin/questionnaires/${encodeURIComponent(_id)}`,
    });
  };
}
