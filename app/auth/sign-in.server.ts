import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createSession, type SessionStorage, type AppLoadContext, redirect } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { PRIVATE } from "../platform/cache-control.ts";
import type { AppError } from "../platform/errors.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { passwordUid, type StoredAccount } from "./accounts.server.ts";
import {
  type KnownBrowsers,
  authReply,
  cookieHeaders,
  countAttempt,
  refusedReply,
  type AuthReply,
} from "./attempts.server.ts";
import { AUTH_TEXTS } from "./messages.ts";
import { MAX_PASSWORD_LENGTH } from "./passwords.server.ts";
import { destination, safeRedirectPath } from "./redirect-path.ts";
import { type SignInOutcome, isAuthCode, type AuthCode } from "./results.ts";
import type { Visitors } from "./sessions.server.ts";

/** For a strategy that keeps nothing between requests: remix-auth wants a storage all the same. */
const noSessions: SessionStorage = {
  getSession: async () => createSession(),
  commitSession: async () => "",
  destroySession: async () => "",
};

const schema = z.object({
  email: z
    .string({ error: AUTH_TEXTS.emailRequired })
    .trim()
    .min(1, AUTH_TEXTS.emailRequired)
    .max(320, AUTH_TEXTS.refused),
  password: z.string({ error: AUTH_TEXTS.passwordRequired }).max(MAX_PASSWORD_LENGTH, AUTH_TEXTS.refused),
});

/** How attempts are counted: a browser that signed in to the account before has attempts of its own. */
export interface AttemptLimits {
  /** Failed and successful attempts of one caller. */
  perCaller: Limiter;
  /** Failed attempts at one account, from browsers that never signed in to it. */
  perAccount: Limiter;
  /** Failed attempts of one browser that signed in to the account before. */
  perBrowser: Limiter;
  /** Returns the key of a browser that signed in to the account before, else null. */
  recognize: KnownBrowsers["recognize"];
}

/**
 * Counts an attempt at an account; the function that it returns forgets the attempts after a success. Throws an AppError
 * `auth/too-many-requests` when this one came too early.
 */
export async function countAccountAttempt(
  request: Request,
  uid: string,
  { perAccount, perBrowser, recognize }: AttemptLimits,
): Promise<() => Promise<void>> {
  const browser = await recognize(request, uid);
  const [attempts, key] = browser === null ? [perAccount, uid] : [perBrowser, browser];
  await countAttempt(attempts, key);
  return () => attempts.forget(key);
}

export interface SignInDeps extends AttemptLimits {
  /** Throws an AppError `auth/invalid-credential`, or that of the store. */
  verify: (credentials: { email: string; password: string }) => Promise<StoredAccount>;
  /**
   * What follows the right password: the session, or the step that asks for a code. `asked` is where the form wants to go.
   */
  proceed: (
    request: Request,
    account: StoredAccount,
    asked: unknown,
  ) => Promise<{ outcome: SignInOutcome; cookies: string[] }>;
  report: (error: AppError) => void;
}

/** remix-auth's form strategy over our accounts; it wraps what `verify` throws. */
async function authenticate(request: Request, form: FormData, verify: SignInDeps["verify"]) {
  const strategy = new FormStrategy<StoredAccount>(({ form }) =>
    verify({ email: String(form.get("email")), password: String(form.get("password")) }),
  );
  const authenticator = new Authenticator<StoredAccount>(noSessions, { throwOnError: true }).use(strategy);
  try {
    // The body is read already; the request carries only where it came from.
    const envelope = new Request(request.url, { method: "POST" });
    const context = { formData: form } as unknown as AppLoadContext; // all that the strategy looks for
    return await authenticator.authenticate("form", envelope, { context });
  } catch (error) {
    throw error instanceof AuthorizationError ? (error.cause ?? error) : error;
  }
}

/**
 * Takes a posted sign-in form: throttles, checks, begins a session or the step that asks for a code. Wrong password, unknown
 * address and too many attempts are told in the same words (docs/decisions.md, "Sign-in state"); a limiter that is away lets nobody
 * in. Never throws.
 */
export async function receiveSignIn(
  request: Request,
  callerKey: string,
  deps: SignInDeps,
): Promise<AuthReply<SignInOutcome>> {
  let typed: SubmissionResult | undefined;
  try {
    await countAttempt(deps.perCaller, callerKey);
    const form = await readForm(request, ["email", "password", "redirectTo"]);
    const submission = parseWithZod(form, { schema });
    typed = withoutPassword(submission.reply());
    if (submission.status !== "success") return authReply({ status: "invalid", submission: typed }, 422);
    const forgetAttempts = await countAccountAttempt(request, passwordUid(submission.value.email), deps);
    const account = await authenticate(request, form, deps.verify);
    await forgetAttempts();
    const { outcome, cookies } = await deps.proceed(request, account, form.get("redirectTo"));
    return authReply(outcome, 200, cookieHeaders(cookies));
  } catch (cause) {
    return refusedReply(cause, deps.report, typed);
  }
}

/** What was typed goes back to the form, but never the password. */
function withoutPassword(result: SubmissionResult): SubmissionResult {
  const { password: _password, ...typed } = result.initialValue ?? {};
  return { ...result, initialValue: typed };
}

export interface LoginView {
  redirectTo: string | null;
  /** The address of somebody who is signed in and no admin. */
  signedInAs: string | null;
  /** Google sign-in is configured. */
  google: boolean;
  /** How a Google sign-in on this page ended. */
  googleFailed: AuthCode | null;
}

interface LoginDeps {
  visitors: Pick<Visitors, "stateOf">;
  adminEmails: readonly string[];
  google: boolean;
}

/** Returns the data of the login page. Throws a redirect for an admin who is signed in already. */
export async function loginView(
  request: Request,
  { visitors, adminEmails, google }: LoginDeps,
): Promise<LoginView> {
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirectPath(searchParams.get("redirectTo")) ?? null;
  // Without the session store nobody is signed in; the attempt to sign in will say what is wrong.
  const { user, admin } = await visitors.stateOf(request).catch(() => ({ user: null, admin: false }));
  if (user && admin) {
    const to = destination(adminEmails, user, redirectTo);
    throw redirect(to, { headers: { "Cache-Control": PRIVATE } });
  }
  const failed = searchParams.get("google");
  return {
    redirectTo,
    signedInAs: user?.email ?? null,
    google,
    googleFailed: isAuthCode(failed) ? failed : null,
  };
}
