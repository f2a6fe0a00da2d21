import { NOTICE_PLACEHOLDERS, type EmailWords } from "../../content/email-words.ts";
import { CONTACT_TEXTS } from "./messages.ts";

export const MESSAGE_RECEIPT: EmailWords = {
  name: "message-receipt",
  title: "Receipt of a message",
  placeholders: ["reference"],
  subject: "We received your message ({reference})",
  opening: CONTACT_TEXTS.sent,
};

export const MESSAGE_NOTICE: EmailWords = {
  name: "message-notice",
  title: "To admins: a message",
  placeholders: NOTICE_PLACEHOLDERS,
  subject: "{status} message ({reference})",
  opening: "A new message came in.",
};
