import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import type { AppLoadContext } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { clientShareKey } from "../platform/client-address.server.ts";
import { AppError, isAppError } from "../platform/errors.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { readForm } from "../submissions/form-body.server.ts";
import { storeError } from "../submissions/store-error.server.ts";
import { passwordUid } from "./account.server.ts";
import { isAuthCode, type AuthCode } from "./codes.ts";
import type { CurrentUser } from "./current-user.ts";
import { AUTH_TEXTS } from "./messages.ts";
import type { KnownBrowsers } from "./known-browsers.server.ts";
import type { SignInOutcome } from "./outcome.ts";
import { noSessions } from "./no-sessions.server.ts";

/** A longer one is no password of ours, and hashing takes time by its length. */
const MAX_PASSWORD = 1_000;

const schema = z.object({
  email: z
    .string({ error: AUTH_TEXTS.emailRequired })
    .trim()
    .min(1, AUTH_TEXTS.emailRequired)
    .max(320, AUTH_TEXTS.refused),
  password: z.string({ error: AUTH_TEXTS.passwordRequired }).max(MAX_PASSWORD, AUTH_TEXTS.refused),
});

export interface SignInDesk {
  /** Throws an AppError `auth/invalid-credential`, or that of the store. */
  verify: (credentials: { email: string; password: string }) => Promise<CurrentUser>;
  /** Failed and successful attempts of one caller. */
  perCaller: Limiter;
  /** Failed attempts at one account, from browsers that never signed in to it. */
  perAccount: Limiter;
  /** Failed attempts of one browser that signed in to the account before. */
  perBrowser: Limiter;
  /** Returns the key of a browser that signed in to the account before, else null. */
  recognize: KnownBrowsers["recognize"];
  /** Begins the session and remembers the browser; returns the cookies to set. */
  begin: (request: Request, user: CurrentUser) => Promise<string[]>;
  /** Where to go afterwards: what the form asked for, when it is a path of this site. */
  destination: (user: CurrentUser, asked: unknown) => string;
  report: (error: AppError) => void;
}

/** A reply with its headers; more than one of them may be Set-Cookie. */
export interface SignInReply {
  outcome: SignInOutcome;
  status: number;
  headers: Headers;
}

async function guarded(limiter: Limiter, key: string): Promise<void> {
  const wait = await limiter.take(key);
  if (wait > 0) throw new Throttled(wait);
}

class Throttled extends AppError {
  readonly seconds: number;
  constructor(seconds: number) {
    super("auth/too-many-requests", "Too many attempts to sign in.", { status: 429 });
    this.seconds = seconds;
  }
}

/** remix-auth's form strategy over our accounts; it wraps what `verify` throws. */
async function authenticate(request: Request, form: FormData, verify: SignInDesk["verify"]) {
  const strategy = new FormStrategy<CurrentUser>(({ form }) =>
    verify({ email: String(form.get("email")), password: String(form.get("password")) }),
  );
  const authenticator = new Authenticator<CurrentUser>(noSessions, { throwOnError: true }).use(strategy);
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
 * Takes a posted sign-in form: throttles, checks, begins a session. Wrong password, unknown address and too many attempts are
 * told in the same words (decisions, "Sign-in state"); a limiter that is away lets nobody in. Never throws.
 *
 * Guessing slows an account down for strangers. A browser that signed in to it before has attempts of its own, so that nobody
 * can keep its owner out.
 */
export async function receiveSignIn(request: Request, desk: SignInDesk): Promise<SignInReply> {
  let typed: SubmissionResult | undefined;
  try {
    await guarded(desk.perCaller, clientShareKey(request));
    const form = await readForm(request, ["email", "password", "redirectTo"]);
    const submission = parseWithZod(form, { schema });
    typed = withoutPassword(submission.reply());
    if (submission.status !== "success") return answer({ status: "invalid", submission: typed }, 422);
    const uid = passwordUid(submission.value.email);
    const browser = await desk.recognize(request, uid);
    const [attempts, key] = browser === null ? [desk.perAccount, uid] : [desk.perBrowser, browser];
    await guarded(attempts, key);
    const user = await authenticate(request, form, desk.verify);
    await attempts.forget(key);
    const cookies = await desk.begin(request, user);
    const to = desk.destination(user, form.get("redirectTo"));
    return answer(
      { status: "signed-in", to },
      200,
      cookies.map((cookie) => ["Set-Cookie", cookie]),
    );
  } catch (cause) {
    const error = storeError(cause);
    desk.report(error);
    const outcome = {
      status: "refused",
      code: authCode(error),
      ...(typed ? { submission: typed } : {}),
    } as const;
    return answer(
      outcome,
      error.status,
      error instanceof Throttled ? [["Retry-After", String(error.seconds)]] : [],
    );
  }
}

function authCode(error: AppError): AuthCode {
  if (isAppError(error) && isAuthCode(error.code)) return error.code;
  return error.status >= 502 ? "auth/network-request-failed" : "auth/internal-error";
}

/** What was typed goes back to the form, but never the password. */
function withoutPassword(result: SubmissionResult): SubmissionResult {
  const { password: _password, ...typed } = result.initialValue ?? {};
  return { ...result, initialValue: typed };
}

function answer(outcome: SignInOutcome, status: number, headers: [string, string][] = []): SignInReply {
  return { outcome, status, headers: new Headers([["Cache-Control", "no-store"], ...headers]) };
}
