import { AUTH_TEXTS } from "./messages.ts";

/** Specification 8, "Identity library codes", and what a sign-in of our own can run into besides. */
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
  "auth/unverified-email",
] as const;

export type AuthCode = (typeof CODES)[number];

export function isAuthCode(value: unknown): value is AuthCode {
  return CODES.some((code) => code === value);
}

/** What a visitor reads about a password that got nowhere: throttled and wrong are told in the same words. */
export function passwordFailureText(code: AuthCode): string {
  if (code === "auth/network-request-failed") return AUTH_TEXTS.network;
  return code === "auth/internal-error" ? AUTH_TEXTS.broken : AUTH_TEXTS.refused;
}
/** The same for Google. Who closed the window, or opened another, meant to: nothing is said. */
export function googleFailureText(code: AuthCode): string | null {
  if (code === "auth/popup-closed-by-user" || code === "auth/cancelled-popup-request") return null;
  return code === "auth/popup-blocked" ? AUTH_TEXTS.googleBlocked : AUTH_TEXTS.googleFailed;
}
