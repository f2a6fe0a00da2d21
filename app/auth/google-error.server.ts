import { AuthorizationError } from "remix-auth";
import { AppError, isAppError } from "../platform/errors.ts";
import type { AuthCode } from "./codes.ts";

/** What remix-auth-oauth2 and Google's token endpoint say, and which of the catalogue's codes it is. */
const SIGNS: [RegExp, AuthCode][] = [
  [/^Missing state on session/, "auth/web-storage-unsupported"],
  [/^Missing state on URL|^State doesn't match|^Missing code|invalid_grant/, "auth/invalid-auth-event"],
  [/invalid_client|unauthorized_client/, "auth/invalid-api-key"],
  [/redirect_uri_mismatch/, "auth/unauthorized-domain"],
  [/fetch failed|timeout|timed out/i, "auth/network-request-failed"],
];

/** Turns whatever a Google sign-in threw into the site's error with a code of specification 8. */
export function googleError(thrown: unknown): AppError {
  const cause = thrown instanceof AuthorizationError ? (thrown.cause ?? thrown) : thrown;
  if (isAppError(cause)) return cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  const [, code = "auth/internal-error"] = SIGNS.find(([sign]) => sign.test(words)) ?? [];
  const status = code === "auth/network-request-failed" ? 503 : 400;
  return new AppError(code, `Google sign-in: ${words.slice(0, 200)}`, { status, cause });
}
