/** Where somebody goes who is signed in and no admin; the page there says why. */
export const NOT_ADMIN_PATH = "/?notice=not-an-admin";

/** What a signed-in user reads on every page. Apart from messages.ts, so that visitors do not load the texts of the sign-in. */
export const BAR_TEXTS = {
  admin: "Admin",
  account: "Account",
  signOut: "Sign out",
  notAdmin: "You are signed in, but this account cannot open the admin pages.",
  otherAccount: "Use another account",
  dismiss: "Dismiss",
} as const;
