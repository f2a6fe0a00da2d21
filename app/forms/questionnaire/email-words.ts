import { NOTICE_BUTTON, NOTICE_PLACEHOLDERS, type EmailWords } from "../../email/words.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";

export const QUESTIONNAIRE_RECEIPT: EmailWords = {
  name: "questionnaire-receipt",
  title: "Receipt of a questionnaire",
  placeholders: ["reference"],
  subject: "We received your questionnaire ({reference})",
  opening: QUESTIONNAIRE_TEXTS.success,
  note: "If you did not send us a questionnaire, you can ignore this email.",
};

export const QUESTIONNAIRE_NOTICE: EmailWords = {
  name: "questionnaire-notice",
  title: "To admins: a questionnaire",
  placeholders: NOTICE_PLACEHOLDERS,
  subject: "{status} questionnaire ({reference})",
  opening: "A new questionnaire came in.",
  button: NOTICE_BUTTON,
};
