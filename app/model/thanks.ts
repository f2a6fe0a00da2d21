/** What visitors read after they sent a form, on its page and in the email that confirms it (docs/specification.md, section 8). */
export const THANKS = {
  message: "Thank you! Your message has been sent. We will get back to you soon.",
  questionnaire: "Thank you! Your questionnaire has been submitted successfully.",
  subscriptionHeading: "Thank You!",
  subscription: "You've successfully subscribed to our newsletter.",
} as const;

/** What the newsletter's form and its welcome say about leaving again. */
export const PRIVACY_NOTE = "We respect your privacy. Unsubscribe at any time.";
export const UNSUBSCRIBE_HEADING = "Unsubscribe from our newsletter";
