/** What visitors read after they sent a form, on its page and in the email that confirms it (docs/specification.md, section 8). */
export const THANKS = {
  message: "Thank you! Your message has been sent. We will get back to you soon.",
  questionnaire: "Thank you! Your questionnaire has been submitted successfully.",
  order: "Contract submitted successfully! We will contact you shortly.",
} as const;

/** A form that leads to the thank-you page. */
export type SentKind = keyof typeof THANKS;

/** How long the browser remembers what it has sent, for the thank-you page and for the way back: longer than paying takes. */
export const SENT_TTL_MS = 60 * 60 * 1000;

/** Returns the page that thanks for what was sent; its reference number is opaque. */
export const thankYouPath = (reference: string): string =>
  `/thank-you?${new URLSearchParams({ ref: reference })}`;
