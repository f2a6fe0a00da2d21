/** Every text of the sign-in but those of every page (specification 8, "Login"; decisions, "Sign-in state" and "Messages and failure"). */
export const AUTH_TEXTS = {
  title: "Sign in",
  eyebrow: "Client inbox",
  intro: "For the people who run this site. Clients need no account.",
  labels: { email: "Email", password: "Password" },
  emailRequired: "Email is required",
  passwordRequired: "Password is required",
  summary: "Please check these fields:",
  signIn: "Sign In",
  signingIn: "Signing in...",
  refused: "Failed to sign in. Please check your credentials.",
  google: "Continue with Google",
  googleOpen: "Continue in the Google window...",
  googleFailed: "Failed to sign in with Google.",
  googleBlocked: "Your browser blocked the Google window.",
  googleHere: "Sign in with Google on this page instead",
  network: "Network error. Please check your connection and try again.",
  broken: "Something went wrong. Please try again later.",
  or: "or",
  aside: {
    heading: "Behind this door",
    parts: [
      { term: "The inbox", detail: "Questionnaires, orders and messages, as they arrive." },
      { term: "The Studio", detail: "Every page, project, post and price of this site." },
    ],
    noAccount:
      "No account, or a forgotten password? Whoever runs the server can give you a new one; nobody can sign up here.",
  },
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  home: "Go to the home page",
  finished: "You are signed in. You can close this window.",
  finishedHeading: "Signed in",
} as const;
