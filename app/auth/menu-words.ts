/** The menu of signed-in people where editors have not changed it. Apart from account-texts.ts: every page needs no more than this. */
const words = {
  dashboard: "Dashboard",
  studio: "Studio",
  account: "Account",
  signOut: "Sign out",
} as const;

export const MENU_WORDS = { type: "accountTexts", words };
