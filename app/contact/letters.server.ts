import { receiptMails } from "../submissions/mail/receipt.server.ts";
import type { LetterSite } from "../submissions/mail/letter.ts";
import type { Letters } from "../submissions/queue/submission-queue.server.ts";
import { CONTACT_TEXTS } from "./messages.ts";
import type { StoredMessage } from "./schema.server.ts";

/** The mails that go with a contact message. */
export function contactLetters(site: LetterSite): Letters<StoredMessage> {
  return ({ _id, name, email, service, suspected }) =>
    receiptMails(site, {
      id: _id,
      suspected,
      what: "message",
      visitor: { name, email },
      thanks: [CONTACT_TEXTS.sent],
      notice: [{ label: "Service", value: service }],
      adminPath: `/admin/messages/${encodeURIComponent(_id)}`,
    });
}
