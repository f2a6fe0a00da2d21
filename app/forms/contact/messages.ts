import type { SubmissionResult } from "@conform-to/react";
import { THANKS } from "../../model/thanks.ts";
import type { Failed, FailureCode } from "../../platform/errors.ts";
import type { Invalid } from "../../platform/http/receive-form.server.ts";

/** Every text of the contact form that is not content (docs/specification.md, section 8; docs/decisions.md, "Contact form"). */
export const CONTACT_TEXTS = {
  summary: "Please check these fields:",
  formHeading: "Send us a message",
  detailsHeading: "Reach us directly",
  details: { email: "Email", phone: "Phone", address: "Address" },
  reference: (number: string) => `Reference number: ${number}`,
  send: "Send Message",
  sending: "Sending...",
  sent: THANKS.message,
} as const;

/** Returns the text for a failed attempt; `email` is the company's address. */
export function contactFailureText(code: FailureCode, email: string): string {
  switch (code) {
    case "permission-denied":
      return `Server error: Permission denied. Please email us directly at ${email}.`;
    case "unavailable":
      return "Network error. Please check your connection and try again.";
    case "internal":
      return `Something went wrong. Please try again or email us directly at ${email}.`;
  }
}

/** What the contact form's action returns. `submission` is conform's: the errors by field and the posted values. */
export type ContactResult =
  | { status: "sent"; reference: string }
  | Invalid
  | (Failed & { submission?: SubmissionResult });
