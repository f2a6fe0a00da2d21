import { NOTICE_BUTTON, NOTICE_PLACEHOLDERS, type EmailWords } from "../../email/words.ts";
import { CONTACT_TEXTS } from "./messages.ts";

export const MESSAGE_RECEIPT: EmailWords = {
  name: "message-receipt",
  title: "Receipt of a message",
  placeholders: ["reference"],
  subject: "We received your message ({reference})",
  opening: CONTACT_TEXTS.sent,
  note: "If you did not send us a message, you can ignore this email.",
};

export const MESSAGE_NOTICE: EmailWords = {
  name: "message-notice",
  title: "To admins: a message",
  placeholders: NOTICE_PLACEHOLDERS,
  subject: "{status} message ({reference})",
  opening: "A new message came in.",
  button: NOTICE_BUTTON,
};
