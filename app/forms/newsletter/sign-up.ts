import { defineTexts } from "../../content/texts.ts";

/** The path that the forms post to. */
export const NEWSLETTER_ACTION = "/newsletter";

/** Longest stored email in characters, as of every short text (docs/decisions.md, "Questionnaire"). */
export const MAX_EMAIL = 200;

/** What every form says. The rest is in messages.ts: every page loads these, and nothing more. */
export const SIGN_UP = defineTexts({
  type: "newsletterTexts",
  title: "Newsletter",
  path: "/newsletter",
  texts: {
    heading: { label: "Heading", text: "Subscribe to our newsletter", max: 80, part: "Form" },
    email: { label: "Label of the field", text: "Email address", max: 60, part: "Form" },
    subscribe: { label: "Button", text: "Subscribe", max: 40, part: "Form" },
    privacy: {
      label: "Note below",
      text: "We respect your privacy. Unsubscribe at any time.",
      max: 300,
      part: "Form",
    },
  },
});
