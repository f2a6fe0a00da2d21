import type { EmailWords } from "../../email/words.ts";
import { NEWSLETTER } from "./messages.ts";

const { thanksHeading, thanks, privacy, leaveHeading } = NEWSLETTER.texts;

export const NEWSLETTER_WELCOME: EmailWords = {
  name: "newsletter-welcome",
  title: "Welcome to the newsletter",
  placeholders: [],
  subject: "Welcome to our newsletter",
  opening: `${thanksHeading.text} ${thanks.text}`,
  note: `${privacy.text} If it was not you who subscribed, the link below ends it.`,
  button: leaveHeading.text,
};
