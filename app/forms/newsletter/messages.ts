import { defineTexts } from "../../model/texts.ts";
import { THANKS, UNSUBSCRIBE_HEADING } from "../../model/thanks.ts";
import type { FailureCode } from "../../platform/errors.ts";
import { SIGN_UP } from "./sign-up.ts";

/** Every text of the newsletter (docs/specification.md, sections 2, 4, 5 and 8) that editors may change. */
export const NEWSLETTER = defineTexts({
  ...SIGN_UP,
  texts: {
    ...SIGN_UP.texts,
    intro: {
      label: "Below the heading",
      text: "New articles and project stories, sent by email.",
      max: 300,
      part: "Form",
    },
    thanksHeading: { label: "Heading", text: THANKS.subscriptionHeading, max: 80, part: "After subscribing" },
    thanks: {
      label: "Text",
      text: THANKS.subscription,
      max: 300,
      part: "After subscribing",
    },
    home: { label: "Button", text: "Return to Home", max: 40, part: "After subscribing" },
    leaveHeading: {
      label: "Heading",
      text: UNSUBSCRIBE_HEADING,
      max: 80,
      part: "Unsubscribing",
    },
    leaveQuestion: {
      label: "Question",
      text: "One click and we will not write to this address again.",
      max: 300,
      part: "Unsubscribing",
    },
    leave: { label: "Button", text: "Unsubscribe", max: 40, part: "Unsubscribing" },
    leftHeading: {
      label: "Heading afterwards",
      text: "You have been unsubscribed",
      max: 80,
      part: "Unsubscribing",
    },
    left: {
      label: "Text afterwards",
      text: "We will not write to this address again.",
      max: 300,
      part: "Unsubscribing",
    },
    badLink: {
      label: "After a wrong link",
      text: "This unsubscribe link is incomplete or has been changed. Please open the link in the newsletter again.",
      max: 300,
      part: "Unsubscribing",
    },
  },
});

/** What the newsletter's forms say about their state. */
export const NEWSLETTER_TEXTS = {
  subscribing: "Subscribing...",
  close: "Close newsletter sign-up",
  emailInvalid: "Please enter a valid email address",
} as const;

const FAILURES: Record<FailureCode, string> = {
  "permission-denied": "Server error: Permission denied. Please try again later.",
  unavailable: "Network error. Please check your connection and try again.",
  internal: "Something went wrong. Please try again later.",
};

export function newsletterFailureText(code: FailureCode): string {
  return FAILURES[code];
}
