import type { SubmissionResult } from "@conform-to/react";
import type { Invalid } from "../platform/http/receive-form.server.ts";
import { AUTH_ERRORS } from "./messages.ts";

/** The identity codes of docs/specification.md, section 8, and four of our own. */
const CODES = [
  "auth/internal-error",
  "auth/unauthorized-domain",
  "auth/popup-blocked",
  "auth/popup-closed-by-user",
  "auth/cancelled-popup-request",
  "auth/network-request-failed",
  "auth/web-storage-unsupported",
  "auth/invalid-api-key",
  "auth/auth-domain-config-required",
  "auth/already-initialized",
  "auth/invalid-auth-event",
  "auth/invalid-credential",
  "auth/too-many-requests",
  "auth/busy",
  "auth/unverified-email",
] as const;

export type AuthCode = (typeof CODES)[number];

export function isAuthCode(value: unknown): value is AuthCode {
  return CODES.some((code) => code === value);
}

/** Returns how long to wait, in words: seconds up to a minute, then minutes. */
function waitText(seconds: number): string {
  const [count, unit] = seconds <= 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Returns the message for a failed password sign-in. Unknown emails and wrong passwords have the same one, and are throttled
 * alike.
 */
export function passwordFailureText({
  code,
  retryAfterSeconds,
}: Pick<Refused, "code" | "retryAfterSeconds">): string {
  if (code === "auth/too-many-requests" && retryAfterSeconds !== undefined)
    return AUTH_ERRORS.throttled(waitText(retryAfterSeconds));
  if (code === "auth/busy") return AUTH_ERRORS.busy;
  if (code === "auth/network-request-failed") return AUTH_ERRORS.network;
  return code === "auth/internal-error" ? AUTH_ERRORS.broken : AUTH_ERRORS.refused;
}

/** Returns the message for a refused code of the second factor; it tells nothing to somebody without the password. */
export function codeFailureText(
  result: Pick<Refused, "code" | "retryAfterSeconds">,
  recovery: boolean,
): string {
  if (result.code !== "auth/invalid-credential") return passwordFailureText(result);
  return recovery ? AUTH_ERRORS.wrongOrUsedRecoveryCode : AUTH_ERRORS.wrongOrUsedCode;
}

/** Returns the message for a failed Google sign-in; null when the user closed the window or opened another. */
export function googleFailureText(code: AuthCode): string | null {
  if (code === "auth/popup-closed-by-user" || code === "auth/cancelled-popup-request") return null;
  if (code === "auth/too-many-requests") return AUTH_ERRORS.throttledForAWhile;
  return code === "auth/popup-blocked" ? AUTH_ERRORS.googleBlocked : AUTH_ERRORS.googleFailed;
}

export interface SignedIn {
  status: "signed-in";
  to: string;
}

export interface Refused {
  status: "refused";
  code: AuthCode;
  retryAfterSeconds?: number;
  submission?: SubmissionResult;
}

/** The password was right, and `to` asks for the second factor. */
export interface CodeNeeded {
  status: "code-needed";
  to: string;
}

/** The result of a sign-in with a password. */
export type SignInResult = SignedIn | CodeNeeded | Invalid | Refused;

/** The result of a second-factor code. `expired`: the password has to be typed again. */
export type CodeResult = SignedIn | Invalid | Refused | { status: "expired" };

/** The result of a form of /login/reset. `sent` does not reveal whether the account exists. */
export type ResetResult = Invalid | Refused | { status: "sent" | "changed" | "bad-link" };

export type InvitationResult = SignInResult | { status: "bad-link" };

/** The forms of /account, by the value of their hidden field `form`. */
export const ACCOUNT_FORMS = [
  "password",
  "totp-start",
  "totp-confirm",
  "recovery-codes",
  "totp-remove",
  "sessions",
] as const;

export type AccountForm = (typeof ACCOUNT_FORMS)[number];

export interface AccountView {
  email: string;
  /** False for Google users. */
  hasPassword: boolean;
  /** Null when it is off. `setAt`: ISO date and time. */
  secondFactor: { setAt: string; codesLeft: number } | null;
}

/** A second factor that is not confirmed with a code yet. */
export interface TotpSetup {
  /** One SVG path, one unit per module; `size` is its width and height. */
  qr: { path: string; size: number };
  /** Opens an authenticator app on the same device. */
  uri: string;
  /** The secret for manual entry. */
  key: string;
  /** The encrypted setup, posted back with the code. */
  sealed: string;
}

export type AccountOutcome =
  | { status: "done" }
  | { status: "setup"; setup: TotpSetup }
  | { status: "codes"; recoveryCodes: string[] }
  | { status: "invalid"; errors: Record<string, string[] | null>; setup?: TotpSetup };

export type AccountResult = { form: AccountForm } & (
  | AccountOutcome
  | (Omit<Refused, "status"> & { status: "failed"; setup?: TotpSetup })
);
