import { randomBytes, createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Session, type SessionStorage, data, redirect } from "@remix-run/node";
import { GoogleStrategy } from "remix-auth-google";
import type { Role } from "../model/roles.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { AppError, isAppError } from "../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../platform/http/receive-form.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { authenticate } from "./authenticator.server.ts";
import { beginSession, type AuthCore, type BeginDeps } from "./begin-session.server.ts";
import { safeRedirectPath, destination } from "./redirect-path.ts";
import { isAuthCode, type AuthCode } from "./results.ts";
import type { CurrentUser } from "./session.ts";

/** The state of a Google sign-in from its start to its return. */
export interface GoogleHandshake {
  /** The PKCE code verifier (RFC 7636). */
  verifier: string;
  /** In a window, which reports to the page that opened it. */
  popup: boolean;
  /** Path of this site to go to afterwards. */
  redirectTo: string | null;
}

/** How long Google may take to respond (docs/specification.md, section 9). */
const TIMEOUT_MS = 30_000;

export interface GoogleDeps extends BeginDeps, Pick<AuthCore, "report"> {
  client: GoogleClient;
  handshakes: SessionStorage<GoogleHandshake>;
  perAddress: Limiter;
}

/** The result of a Google sign-in. `failed` is the error code, if any. */
export interface GoogleEnd {
  role: Role | null;
  failed: AuthCode | null;
  popup: boolean;
  redirectTo: string | null;
  /** Set-Cookie values. */
  cookies: string[];
}

/** Returns a storage that always holds the given session, for remix-auth, which reads it again each time. */
function only(session: Session<GoogleHandshake>, storage: SessionStorage<GoogleHandshake>): SessionStorage {
  return {
    getSession: async () => session,
    commitSession: (given, options) => storage.commitSession(given as typeof session, options),
    destroySession: (given, options) => storage.destroySession(given as typeof session, options),
  };
}

function askGoogle(request: Request, session: Session<GoogleHandshake>, deps: GoogleDeps) {
  const strategy = new PkceGoogleStrategy(deps.client, session.get("verifier") ?? "");
  return authenticate(strategy, request, only(session, deps.handshakes));
}

async function throttle(callerKey: string, { perAddress }: GoogleDeps): Promise<void> {
  if ((await perAddress.take(callerKey)) === 0) return;
  throw new AppError("auth/too-many-requests", "Too many attempts to sign in with Google.", { status: 429 });
}

function failedEnd(thrown: unknown, deps: GoogleDeps, rest: Omit<GoogleEnd, "role" | "failed">): GoogleEnd {
  const error = googleError(thrown);
  deps.report(error);
  return { ...rest, role: null, failed: isAuthCode(error.code) ? error.code : "auth/internal-error" };
}

/** Returns the redirect to Google with the cookie of the handshake, or a GoogleEnd when it fails. */
export async function startGoogle(
  request: Request,
  callerKey: string,
  deps: GoogleDeps,
): Promise<Response | GoogleEnd> {
  const rest = { popup: false, redirectTo: null as string | null, cookies: [] };
  const rules = {
    names: ["popup", "redirectTo"],
    failed: (thrown: unknown): Reply<Response | GoogleEnd> =>
      reply(thrown instanceof Response ? thrown : failedEnd(thrown, deps, rest)),
  };
  const { result } = await receiveForm(request, rules, async ({ form }): Promise<Reply<never>> => {
    rest.popup = form.get("popup") === "1";
    rest.redirectTo = safeRedirectPath(form.get("redirectTo")) ?? null;
    await throttle(callerKey, deps);
    const session = await deps.handshakes.getSession();
    session.set("verifier", randomBytes(32).toString("base64url"));
    session.set("popup", rest.popup);
    session.set("redirectTo", rest.redirectTo);
    await askGoogle(new Request(request.url), session, deps);
    throw new AppError("auth/internal-error", "Google sign-in did not begin.");
  });
  return result;
}

async function timeout(): Promise<never> {
  await sleep(TIMEOUT_MS, undefined, { ref: false });
  throw new Error("Google timed out.");
}

/**
 * Handles the return from Google: checks state and PKCE, reads the user from Google, starts the session. A handshake is valid
 * once. Never throws.
 */
export async function finishGoogle(
  request: Request,
  callerKey: string,
  deps: GoogleDeps,
): Promise<GoogleEnd> {
  const rest = { popup: false, redirectTo: null as string | null, cookies: [] as string[] };
  try {
    const session = await deps.handshakes.getSession(request.headers.get("Cookie"));
    rest.popup = session.get("popup") ?? false;
    rest.redirectTo = session.get("redirectTo") ?? null;
    rest.cookies.push(await deps.handshakes.destroySession(session));
    await throttle(callerKey, deps);
    const user = await Promise.race([askGoogle(request, session, deps), timeout()]);
    const { cookies, role } = await beginSession(request, user, deps);
    rest.cookies.push(...cookies);
    return { ...rest, role, failed: null };
  } catch (thrown) {
    return failedEnd(thrown, deps, rest);
  }
}

function loginPath({ failed, redirectTo }: GoogleEnd): string {
  const params = new URLSearchParams({ google: failed ?? "", ...(redirectTo ? { redirectTo } : {}) });
  return `/login?${params}`;
}

/**
 * Returns the response to a finished Google sign-in: a page that reports to the opener in a window, else a redirect. Throws a
 * 404 Response when Google sign-in is not configured.
 */
export function googleResponse(end: GoogleEnd | null) {
  if (!end) throw new Response("Not found", { status: 404 });
  const headers = new Headers({ "Cache-Control": PRIVATE });
  for (const cookie of end.cookies) headers.append("Set-Cookie", cookie);
  if (end.popup) return data<{ failed: AuthCode | null }>({ failed: end.failed }, { headers });
  const to = end.failed ? loginPath(end) : destination(end.role, end.redirectTo);
  throw redirect(to, { status: 303, headers });
}

/** Google's endpoints: the origin, which is a stand-in in tests, and the path. */
const ENDPOINTS = {
  authorizationURL: ["https://accounts.google.com", "/o/oauth2/v2/auth"],
  tokenURL: ["https://oauth2.googleapis.com", "/token"],
  userInfoURL: ["https://www.googleapis.com", "/oauth2/v3/userinfo"],
} as const;

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
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
    for (const [name, [origin, path]] of Object.entries(ENDPOINTS))
      Object.assign(this, { [name]: (apiBase ?? origin) + path });
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
export function googleError(cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  const [, code = "auth/internal-error"] = ERROR_PATTERNS.find(([sign]) => sign.test(words)) ?? [];
  const status = code === "auth/network-request-failed" ? 503 : 400;
  return new AppError(code, `Google sign-in: ${words.slice(0, 200)}`, { status, cause });
}
