import { redirect } from "@remix-run/node";
import { z } from "zod";
import { emailAddress } from "../model/email-address.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { receiveForm, type Reply } from "../platform/http/receive-form.server.ts";
import { passwordUid } from "./accounts.server.ts";
import { type AttemptLimits, countAccountAttempt, countAttempt, refusedBy } from "./attempts.server.ts";
import { authenticate, PasswordStrategy } from "./authenticator.server.ts";
import { passwordReply, type AuthCore, type BeginDeps } from "./begin-session.server.ts";
import { AUTH_ERRORS } from "./messages.ts";
import { MAX_PASSWORD_LENGTH } from "./passwords.server.ts";
import { destination, safeRedirectPath } from "./redirect-path.ts";
import { type SignInResult, isAuthCode, type AuthCode } from "./results.ts";
import type { Visitors } from "./sessions.server.ts";

const schema = z.object({
  email: z
    .string({ error: AUTH_ERRORS.emailRequired })
    .overwrite(emailAddress)
    .min(1, AUTH_ERRORS.emailRequired)
    .max(320, AUTH_ERRORS.refused),
  password: z.string({ error: AUTH_ERRORS.passwordRequired }).max(MAX_PASSWORD_LENGTH, AUTH_ERRORS.refused),
});

export type SignInDeps = AttemptLimits & BeginDeps & Pick<AuthCore, "passwords" | "report">;

/**
 * Handles a posted sign-in form: throttles, checks, starts a session or the step that asks for a code. Wrong password and
 * unknown email have the same message and the same limits (docs/decisions.md, Sign-in state). Nobody can sign in while the limiter is
 * unavailable. Never throws.
 */
export function receiveSignIn(
  request: Request,
  callerKey: string,
  deps: SignInDeps,
): Promise<Reply<SignInResult>> {
  const rules = {
    limit: () => countAttempt(deps.perCaller, callerKey),
    names: ["email", "password", "redirectTo"],
    schema,
    secret: ["password"],
    failed: refusedBy(deps.report),
  };
  return receiveForm(request, rules, async ({ value, form }) => {
    const { browser, forget } = await countAccountAttempt(request, passwordUid(value.email), deps);
    const caller = { key: browser ?? callerKey, isKnown: browser !== null };
    const strategy = new PasswordStrategy(deps, { ...value, caller });
    const account = await authenticate(strategy, request, deps.pending);
    await forget();
    return passwordReply(request, account, form.get("redirectTo"), deps);
  });
}

export interface LoginView {
  redirectTo: string | null;
  /** Email of a signed-in user without a role. */
  signedInAs: string | null;
  google: boolean;
  /** Why a Google sign-in on this page failed. */
  googleFailed: AuthCode | null;
}

/** Returns the data of the login page. Throws a redirect for a signed-in user with a role. */
export async function loginView(request: Request, visitors: Visitors, google: boolean): Promise<LoginView> {
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirectPath(searchParams.get("redirectTo")) ?? null;
  // Nobody is signed in without the session store; the sign-in itself reports the error.
  const { user, role } = await visitors.stateOf(request).catch(() => ({ user: null, role: null }));
  if (user && role) {
    throw redirect(destination(role, redirectTo), { headers: { "Cache-Control": PRIVATE } });
  }
  const failed = searchParams.get("google");
  return {
    redirectTo,
    signedInAs: user?.email ?? null,
    google,
    googleFailed: isAuthCode(failed) ? failed : null,
  };
}
