import type { AuthCode } from "./codes.ts";

/** The forms of /account, by the value of their hidden field `form`. */
export const ACCOUNT_FORMS = [
  "password",
  "totp-start",
  "totp-confirm",
  "recovery-codes",
  "totp-remove",
] as const;

export type AccountForm = (typeof ACCOUNT_FORMS)[number];

export interface AccountView {
  email: string;
  /** False for somebody who signed in with Google. */
  hasPassword: boolean;
  /** null while signing in asks for no code. `setAt`: ISO date and time. */
  secondFactor: { setAt: string; codesLeft: number } | null;
}

/** A second factor that waits for the first code of the app. */
export interface TotpSetup {
  /** One SVG path, a unit a module; `size` is the width and height. */
  qr: { path: string; size: number };
  /** Opens an authenticator app on the same device. */
  uri: string;
  /** The secret as it is typed into an app. */
  key: string;
  /** Goes back with the code. */
  sealed: string;
}

/** What became of a form of /account. */
export type AccountOutcome = { form: AccountForm } & (
  | { status: "done" }
  | { status: "setup"; setup: TotpSetup }
  | { status: "codes"; recoveryCodes: string[] }
  | { status: "invalid"; errors: Record<string, string[] | null>; setup?: TotpSetup }
  | { status: "failed"; code: AuthCode }
);
