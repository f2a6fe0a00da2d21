import { defineTexts } from "../content/texts.ts";

/** The sign-in page (docs/specification.md, section 2). Errors and the labels of its fields stay in messages.ts. */
export const SIGN_IN = defineTexts({
  type: "signInTexts",
  title: "Sign in",
  path: "/login",
  texts: {
    title: { label: "Heading", text: "Sign in", max: 80 },
    eyebrow: { label: "Small line above", text: "Client inbox", max: 80 },
    intro: {
      label: "Opening sentence",
      text: "For the people who run this site. Clients need no account.",
      max: 300,
    },
    signIn: { label: "Button", text: "Sign In", max: 40 },
    google: { label: "Google button", text: "Continue with Google", max: 40 },
    forgot: { label: "Link for a new password", text: "Forgot your password?", max: 80 },
    asideHeading: { label: "Heading", text: "What you can manage", max: 80, part: "Beside the form" },
    inboxTerm: { label: "First: name", text: "The inbox", max: 60, part: "Beside the form" },
    inboxDetail: {
      label: "First: text",
      text: "Questionnaires, orders and messages, as they arrive.",
      part: "Beside the form",
    },
    studioTerm: { label: "Second: name", text: "The Studio", max: 60, part: "Beside the form" },
    studioDetail: {
      label: "Second: text",
      text: "Every page, project, post and price of this site.",
      part: "Beside the form",
    },
    noAccount: {
      label: "Last line",
      text: "No account? The administrator of this site can create one for you.",
      max: 300,
      part: "Beside the form",
    },
  },
});
