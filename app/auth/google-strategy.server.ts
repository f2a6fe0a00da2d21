import { createHash } from "node:crypto";
import { GoogleStrategy } from "remix-auth-google";
import { AppError } from "../platform/errors.ts";
import type { CurrentUser } from "./current-user.ts";

/** Where Google answers; another origin in tests. */
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
  /** Absolute: a relative one would be completed with a host that the caller may have forwarded. */
  callbackUrl: string;
}

/** `_json` is the answer of Google's userinfo as it came; nobody has checked it yet. */
function userOf(raw: Record<string, unknown>): CurrentUser {
  const { sub, email, name, picture } = raw;
  if (typeof sub !== "string" || typeof email !== "string" || sub === "" || email === "") {
    throw new AppError("auth/internal-error", "Google named no user.");
  }
  if (raw["email_verified"] !== true) {
    throw new AppError("auth/unverified-email", "Google has not verified this address.", { status: 403 });
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
 * remix-auth-google for one sign-in: with PKCE, which it does not know, and a check of what Google says about the user, which
 * it leaves to us. `verifier` is the secret of this one sign-in.
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
