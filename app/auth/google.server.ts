import { randomBytes } from "node:crypto";
import { type Session, type SessionStorage, data, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { PRIVATE } from "../platform/cache-control.ts";
import { AppError } from "../platform/errors.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { googleError, PkceGoogleStrategy, type GoogleClient } from "./google-strategy.server.ts";
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

export interface GoogleDeps {
  client: GoogleClient;
  handshakes: SessionStorage<GoogleHandshake>;
  perAddress: Limiter;
  /** Starts the session. Returns the cookie to set. */
  begin: (request: Request, user: CurrentUser) => Promise<string>;
  report: (error: AppError) => void;
}

/** The result of a Google sign-in. `failed` is the error code, if any. */
export interface GoogleEnd {
  user: CurrentUser | null;
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

function authenticate(request: Request, session: Session<GoogleHandshake>, deps: GoogleDeps) {
  const strategy = new PkceGoogleStrategy(deps.client, session.get("verifier") ?? "");
  return new Authenticator<CurrentUser>(only(session, deps.handshakes), { throwOnError: true })
    .use(strategy)
    .authenticate("google", request);
}

async function throttle(callerKey: string, { perAddress }: GoogleDeps): Promise<void> {
  if ((await perAddress.take(callerKey)) === 0) return;
  throw new AppError("auth/too-many-requests", "Too many attempts to sign in with Google.", { status: 429 });
}

function failedEnd(thrown: unknown, deps: GoogleDeps, rest: Omit<GoogleEnd, "user" | "failed">): GoogleEnd {
  const error = googleError(thrown);
  deps.report(error);
  return { ...rest, user: null, failed: isAuthCode(error.code) ? error.code : "auth/internal-error" };
}

/** Returns the redirect to Google with the cookie of the handshake, or a GoogleEnd when it fails. */
export async function startGoogle(
  request: Request,
  callerKey: string,
  deps: GoogleDeps,
): Promise<Response | GoogleEnd> {
  const rest = { popup: false, redirectTo: null as string | null, cookies: [] };
  try {
    const form = await readForm(request, ["popup", "redirectTo"]);
    rest.popup = form.get("popup") === "1";
    rest.redirectTo = safeRedirectPath(form.get("redirectTo")) ?? null;
    await throttle(callerKey, deps);
    const session = await deps.handshakes.getSession();
    session.set("verifier", randomBytes(32).toString("base64url"));
    session.set("popup", rest.popup);
    session.set("redirectTo", rest.redirectTo);
    await authenticate(new Request(request.url), session, deps);
    throw new AppError("auth/internal-error", "Google sign-in did not begin.");
  } catch (thrown) {
    return thrown instanceof Response ? thrown : failedEnd(thrown, deps, rest);
  }
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("Google timed out.")), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
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
    const user = await inTime(authenticate(request, session, deps));
    rest.cookies.push(await deps.begin(request, user));
    return { ...rest, user, failed: null };
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
export function googleAnswer(end: GoogleEnd | null, adminEmails: readonly string[]) {
  if (!end) throw new Response("Not found", { status: 404 });
  const headers = new Headers({ "Cache-Control": PRIVATE });
  for (const cookie of end.cookies) headers.append("Set-Cookie", cookie);
  if (end.popup) return data<{ failed: AuthCode | null }>({ failed: end.failed }, { headers });
  const to = end.user ? destination(adminEmails, end.user, end.redirectTo) : loginPath(end);
  throw redirect(to, { status: 303, headers });
}
