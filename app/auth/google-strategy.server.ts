import { createHash } from "node:crypto";
import { AuthorizationError } from "remix-auth";
import { GoogleStrategy } from "remix-auth-google";
import { AppError, isAppError } from "../platform/errors.ts";
import type { AuthCode } from "./results.ts";
import type { CurrentUser } from "./session.ts";

/** Google's origins; a double in tests. */
const ORIGINS = {
  authorizationURL: "https://accounts.google.com",
  tokenURL: "https://oauth2.googleapis.com",
  userInfoURL: "https://www.googleapis.com",
};
const PATHS = {
  authorizationURL: "/o/oauth2/v2/auth",
  tokenURL: "/token",
  userInfoURL: "/oauth2/v3/userinfo",
};

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  /** Origin of a double. */
  apiBase: string | undefined;
  /** Absolute: a relative one would be resolved against a forwarded host, which callers can forge. */
  callbackUrl: string;
}

/** Validates the response of Google's userinfo. */
function userOf(raw: Record<string, unknown>): CurrentUser {
  const { sub, email, name, picture } = raw;
  if (typeof sub !== "string" || typeof email !== "string" || sub === "" || email === "") {
    throw new AppError("auth/internal-error", "Google returned no user.");
  }
  if (raw["email_verified"] !== true) {
    throw new AppError("auth/unverified-email", "Google has not verified this email.", { status: 403 });
  }
  return {
    uid: `google:${sub}`,
    email: email.toLowerCase(),
    name: typeof name === "string" ? name : null,
    picture: typeof picture === "string" ? picture : null,
    provider: "google",
  };
}

/**
 * remix-auth-google with PKCE, which it lacks, and with validation of the user, which it leaves to us. `verifier` is the secret
 * of one sign-in.
 */
export class PkceGoogleStrategy extends GoogleStrategy<CurrentUser> {
  readonly #verifier: string;

  constructor({ clientId, clientSecret, callbackUrl, apiBase }: GoogleClient, verifier: string) {
    super(
      {
        clientID: clientId,
        clientSecret,
        callbackURL: callbackUrl,
        scope: ["openid", "profile", "email"],
        prompt: "select_account",
      },
      async ({ profile }) => userOf(profile._json),
    );
    this.#verifier = verifier;
    for (const name of ["authorizationURL", "tokenURL", "userInfoURL"] as const) {
      Object.assign(this, { [name]: (apiBase ?? ORIGINS[name]) + PATHS[name] });
    }
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("code_challenge", createHash("sha256").update(this.#verifier).digest("base64url"));
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.#verifier });
  }
}

/** Messages of remix-auth-oauth2 and Google's token endpoint, with our error codes. */
const ERROR_PATTERNS: [RegExp, AuthCode][] = [
  [/^Missing state on session/, "auth/web-storage-unsupported"],
  [/^Missing state on URL|^State doesn't match|^Missing code|invalid_grant/, "auth/invalid-auth-event"],
  [/invalid_client|unauthorized_client/, "auth/invalid-api-key"],
  [/redirect_uri_mismatch/, "auth/unauthorized-domain"],
  [/fetch failed|timeout|timed out/i, "auth/network-request-failed"],
];

/** Maps an error of a Google sign-in to the site's error with a code of docs/specification.md, section 8. */
export function googleError(thrown: unknown): AppError {
  const cause = thrown instanceof AuthorizationError ? (thrown.cause ?? thrown) : thrown;
  if (isAppError(cause)) return cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  const [, code = "auth/internal-error"] = ERROR_PATTERNS.find(([sign]) => sign.test(words)) ?? [];
  const status = code === "auth/network-request-failed" ? 503 : 400;
  return new AppError(code, `Google sign-in: ${words.slice(0, 200)}`, { status, cause });
}
