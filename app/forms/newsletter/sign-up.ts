/** The path that the forms post to. */
export const NEWSLETTER_ACTION = "/newsletter";

/** Longest stored email in characters, as of every short text (docs/decisions.md, "Questionnaire"). */
export const MAX_EMAIL = 200;

/** What every form says. The rest is in messages.ts: every page loads these, and nothing more. */
export const SIGN_UP_TEXTS = {
  heading: "Subscribe to our newsletter",
  email: "Email address",
  subscribe: "Subscribe",
  privacy: "We respect your privacy. Unsubscribe at any time.",
} as const;
