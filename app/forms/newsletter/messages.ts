import type { FailureCode } from "../../platform/errors.ts";
import { SIGN_UP_TEXTS } from "./sign-up.ts";

/** Every text of the newsletter (docs/specification.md, sections 2, 4, 5 and 8). */
export const NEWSLETTER_TEXTS = {
  ...SIGN_UP_TEXTS,
  intro: "New articles and project stories, sent by email.",
  subscribing: "Subscribing...",
  close: "Close newsletter sign-up",
  emailInvalid: "Please enter a valid email address",
  thanksHeading: "Thank You!",
  thanks: "You've successfully subscribed to our newsletter.",
  home: "Return to Home",
  leaveHeading: "Unsubscribe from our newsletter",
  leaveQuestion: "One click and we will not write to this address again.",
  leave: "Unsubscribe",
  leftHeading: "You have been unsubscribed",
  left: "We will not write to this address again.",
  badLink:
    "This unsubscribe link is incomplete or has been changed. Please open the link in the newsletter again.",
} as const;

const FAILURES: Record<FailureCode, string> = {
  "permission-denied": "Server error: Permission denied. Please try again later.",
  unavailable: "Network error. Please check your connection and try again.",
  internal: "Something went wrong. Please try again later.",
};

export function newsletterFailureText(code: FailureCode): string {
  return FAILURES[code];
}
