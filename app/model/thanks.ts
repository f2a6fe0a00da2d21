/** What visitors read after they sent a form, on its page and in the email that confirms it (docs/specification.md, section 8). */
export const THANKS = {
  message: "Thank you! Your message has been sent. We will get back to you soon.",
  questionnaire: "Thank you! Your questionnaire has been submitted successfully.",
} as const;

/** Returns the page that thanks for what was sent; its reference number is opaque. */
export const thankYouPath = (reference: string): string =>
  `/thank-you?${new URLSearchParams({ ref: reference })}`;
