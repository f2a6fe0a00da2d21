import { defineTexts } from "../model/texts.ts";
import { NOT_ADMIN_WORDS } from "./notice-words.ts";

const ASIDE = "Beside the form";
const GOOGLE = "Google";
const SIGNED_IN = "Signed in already";
const CODE = "Code of two-step sign-in";
const RESET = "New password";
const INVITATION = "Invitation of an editor";

/** Sign-in, second step, new password and invitation (docs/specification.md, section 2). Errors are in messages.ts. */
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
    emailLabel: { label: "Label: email", text: "Email", max: 80 },
    passwordLabel: { label: "Label: password", text: "Password", max: 80 },
    forgot: { label: "Link for a new password", text: "Forgot your password?", max: 80 },
    signIn: { label: "Button", text: "Sign In", max: 40 },
    signingIn: { label: "Button while it works", text: "Signing in...", max: 40 },
    or: { label: "Before the Google button", text: "or", max: 40, part: GOOGLE },
    google: { label: "Button", text: "Continue with Google", max: 40, part: GOOGLE },
    googleOpen: {
      label: "Button while Google’s window is open",
      text: "Continue in the Google window...",
      max: 60,
      part: GOOGLE,
    },
    googleHere: {
      label: "Button where windows are blocked",
      text: "Sign in with Google on this page instead",
      max: 60,
      part: GOOGLE,
    },
    finishedHeading: {
      label: "Google’s window afterwards: heading",
      text: "Signed in",
      max: 80,
      part: GOOGLE,
    },
    finished: {
      label: "Google’s window afterwards: text",
      text: "You are signed in. You can close this window.",
      part: GOOGLE,
    },
    asideHeading: { label: "Heading", text: "What you can manage", max: 80, part: ASIDE },
    inboxTerm: { label: "First: name", text: "The inbox", max: 60, part: ASIDE },
    inboxDetail: {
      label: "First: text",
      text: "Questionnaires, orders and messages, as they arrive.",
      part: ASIDE,
    },
    studioTerm: { label: "Second: name", text: "The Studio", max: 60, part: ASIDE },
    studioDetail: {
      label: "Second: text",
      text: "Every page, project, post and price of this site.",
      part: ASIDE,
    },
    noAccount: {
      label: "Last line",
      text: "No account? The administrator of this site can create one for you.",
      max: 300,
      part: ASIDE,
    },
    signedInAs: {
      label: "Text",
      text: "You are signed in as {email}.",
      placeholders: ["email"],
      part: SIGNED_IN,
    },
    notAdmin: {
      label: "Where the account is not enough",
      text: NOT_ADMIN_WORDS.words.notAdmin,
      max: 300,
      part: SIGNED_IN,
    },
    home: { label: "Button: home page", text: "Go to the home page", max: 40, part: SIGNED_IN },
    useAnother: {
      label: "Link: another account",
      text: NOT_ADMIN_WORDS.words.useAnother,
      max: 40,
      part: SIGNED_IN,
    },
    dismiss: {
      label: "Link: close the notice",
      text: NOT_ADMIN_WORDS.words.dismiss,
      max: 40,
      part: SIGNED_IN,
    },
    codeTitle: { label: "Heading", text: "Enter your code", max: 80, part: CODE },
    codeIntro: {
      label: "Opening sentence",
      text: "This account also needs a code from your authenticator app.",
      max: 300,
      part: CODE,
    },
    codeLabel: { label: "Label: code", text: "Six-digit code", max: 80, part: CODE },
    toRecovery: { label: "Link to recovery codes", text: "Use a recovery code instead", max: 80, part: CODE },
    recoveryLabel: { label: "Label: recovery code", text: "Recovery code", max: 80, part: CODE },
    recoveryHint: {
      label: "Hint: recovery code",
      text: "One of the codes you saved when you set up the app. Each works once.",
      part: CODE,
    },
    toApp: { label: "Link back to the app", text: "Use the authenticator app instead", max: 80, part: CODE },
    startOver: { label: "Link to the start", text: "Start over", max: 40, part: CODE },
    resetTitle: { label: "Heading", text: "Set a new password", max: 80, part: RESET },
    resetIntro: {
      label: "Opening sentence",
      text: "We will email you a link that is valid for 30 minutes.",
      max: 300,
      part: RESET,
    },
    resetSend: { label: "Button: send the link", text: "Email me a link", max: 40, part: RESET },
    sentHeading: { label: "Link sent: heading", text: "Check your email", max: 80, part: RESET },
    sent: {
      label: "Link sent: text",
      text: "If there is an account with this address, we have sent it a link. You can use it once within 30 minutes.",
      max: 300,
      part: RESET,
    },
    resetBadLink: {
      label: "Old link",
      text: "This link has expired or has already been used. You can request a new one here.",
      max: 300,
      part: RESET,
    },
    newIntro: {
      label: "Opening sentence of the link’s page",
      text: "Choose a new password. Saving it signs out all browsers.",
      max: 300,
      part: RESET,
    },
    newPassword: { label: "Label: new password", text: "New password", max: 80, part: RESET },
    newPasswordHint: {
      label: "Hint: new password",
      text: "At least 12 characters. A sentence is easy to remember.",
      part: RESET,
    },
    repeated: { label: "Label: the same again", text: "Repeat the new password", max: 80, part: RESET },
    save: { label: "Button: save", text: "Save password", max: 40, part: RESET },
    changedHeading: { label: "Afterwards: heading", text: "Password changed", max: 80, part: RESET },
    changed: {
      label: "Afterwards: text",
      text: "Your password has been changed, and all browsers have been signed out.",
      max: 300,
      part: RESET,
    },
    back: { label: "Button: back to sign in", text: "Back to sign in", max: 40, part: RESET },
    invitationTitle: { label: "Heading", text: "Accept your invitation", max: 80, part: INVITATION },
    invitationIntro: {
      label: "Opening sentence",
      text: "Choose a password for {email}. You can then edit this site in the Studio.",
      max: 300,
      placeholders: ["email"],
      part: INVITATION,
    },
    invitationSave: { label: "Button", text: "Save and sign in", max: 40, part: INVITATION },
    invitationGoogle: {
      label: "Before the Google button",
      text: "Or sign in with the Google account of {email}.",
      placeholders: ["email"],
      part: INVITATION,
    },
    invitationBadLink: {
      label: "Old link",
      text: "This invitation has expired or has already been used. Please ask for a new one.",
      max: 300,
      part: INVITATION,
    },
  },
});
