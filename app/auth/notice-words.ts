/** The notice to users who are no admins where editors have not changed it. Apart from texts.ts: every page needs no more than this. */
const words = {
  notAdmin: "You are signed in, but this account cannot open the admin pages.",
  useAnother: "Use another account",
  dismiss: "Dismiss",
} as const;

export const NOT_ADMIN_WORDS = { type: "signInTexts", words };
