import newsletter from "../texts/newsletter.json" with { type: "json" };
import signUp from "../texts/sign-up.json" with { type: "json" };
import { THANKS } from "../thanks.ts";
import type { EmailTemplate, Fact } from "./template.ts";

/** The facts of every receipt. Nothing that was typed is among them (docs/decisions/0015-bots-and-forms.md). */
export interface ReceiptProps {
  reference: string;
}

export const PREVIEW_RECEIPT: ReceiptProps = { reference: "7KQ2-M9XD" };

export const referenceFact = ({ reference }: ReceiptProps) => ({
  label: "Reference number",
  value: reference,
});

/** `answers`: to questions of the owner's own. */
export const messageReceipt: EmailTemplate<ReceiptProps & { quote?: string; answers?: Fact[] }> = {
  name: "message-receipt",
  title: "Receipt of a message",
  placeholders: ["reference"],
  subject: "We received your message ({reference})",
  opening: THANKS.message,
  note: "If you did not send us a message, you can ignore this email.",
  isNoteFirst: true,
  facts: (props) => [referenceFact(props), ...(props.answers ?? [])],
  quote: ({ quote }) => quote,
  preview: { ...PREVIEW_RECEIPT, quote: "Could you look at our reports?\nThey take a day every month." },
  otherPreviews: [{ answers: [{ label: "Do you have a website?", value: "Yes" }] }],
};

export const questionnaireReceipt: EmailTemplate<ReceiptProps> = {
  name: "questionnaire-receipt",
  title: "Receipt of a questionnaire",
  placeholders: ["reference"],
  subject: "We received your questionnaire ({reference})",
  opening: THANKS.questionnaire,
  note: "If you did not send us a questionnaire, you can ignore this email.",
  isNoteFirst: true,
  facts: (props) => [referenceFact(props)],
  preview: PREVIEW_RECEIPT,
};

export const newsletterWelcome: EmailTemplate<{ unsubscribe: string }> = {
  name: "newsletter-welcome",
  title: "Welcome to the newsletter",
  subject: "Welcome to our newsletter",
  opening: `${newsletter.texts.thanksHeading.text} ${newsletter.texts.thanks.text}`,
  note: `${signUp.texts.privacy.text} If it was not you who subscribed, the link below ends it.`,
  button: newsletter.texts.leaveHeading.text,
  link: ({ unsubscribe }) => unsubscribe,
  isQuiet: true,
  preview: { unsubscribe: "https://harborlight.example/unsubscribe?token=4f1c" },
};
