import newsletter from "../../model/texts/newsletter.json" with { type: "json" };
import SIGN_UP from "../../model/texts/sign-up.json" with { type: "json" };
import type { FailureCode } from "../../platform/errors.ts";

/** Every text of the newsletter (docs/specification.md, sections 2, 4, 5 and 8) that editors may change. */
export const NEWSLETTER = { ...newsletter, texts: { ...SIGN_UP.texts, ...newsletter.texts } };

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
