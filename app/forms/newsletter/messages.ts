import type { FailureCode } from "../../platform/errors.ts";

/** Every text of the newsletter (docs/specification.md, sections 2, 4, 5 and 8). */
export const NEWSLETTER_TEXTS = {
  heading: "Subscribe to our newsletter",
  intro: "New articles and project stories, sent by email.",
  email: "Email address",
  subscribe: "Subscribe",
  subscribing: "Subscribing...",
  close: "Close newsletter sign-up",
  emailInvalid: "Please enter a valid email address",
  thanksHeading: "Thank You!",
  thanks: "You've successfully subscribed to our newsletter.",
  privacy: "We respect your privacy. Unsubscribe at any time.",
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
