import type { EmailWords } from "../../content/email-words.ts";
import { CONTACT_TEXTS } from "./messages.ts";

export const MESSAGE_RECEIPT: EmailWords = {
  name: "message-receipt",
  title: "Receipt of a message",
  placeholders: ["reference"],
  subject: "We received your message ({reference})",
  opening: CONTACT_TEXTS.sent,
};
