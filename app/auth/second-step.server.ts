import type { SessionStorage } from "@remix-run/node";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { passwordUid, type StoredAccount } from "./account.server.ts";
import { AUTH_TEXTS } from "./messages.ts";
import type { CodeOutcome } from "./outcome.ts";
import {
  authReply,
  cookieHeaders,
  countAttempt,
  refusedReply,
  type AuthReply,
} from "./sign-in-reply.server.ts";
import { countAccountAttempt, type AttemptLimits } from "./sign-in.server.ts";

/** A sign-in between the right password and the code. Kept on the server for ten minutes. */
export interface PendingSignIn {
  uid: string;
  email: string;
  /** Of the password that was typed: a new one ends the step. */
  passwordSetAt: string;
  /** Path of this site to go to afterwards. */
  redirectTo: string | null;
}

export interface SecondStepDesk extends AttemptLimits {
  pending: SessionStorage<PendingSignIn>;
  findAccount: (email: string) => Promise<StoredAccount | null>;
  /** Returns whether the code is right; uses it up. */
  consumeCode: (account: StoredAccount, code: string) => Promise<boolean>;
  /** Begins the session and remembers the browser; returns the cookies to set. */
  begin: (request: Request, account: StoredAccount) => Promise<string[]>;
  /** Where to go afterwards. */
  destination: (account: StoredAccount, asked: string | null) => string;
  report: (error: AppError) => void;
}

/** Begins the step. Returns the cookie to set. */
export async function beginSecondStep(
  pending: SessionStorage<PendingSignIn>,
  { email, passwordSetAt }: StoredAccount,
  redirectTo: string | null,
): Promise<string> {
  const session = await pending.getSession();
  session.set("uid", passwordUid(email));
  session.set("email", email);
  session.set("passwordSetAt", passwordSetAt);
  session.set("redirectTo", redirectTo);
  return pending.commitSession(session);
}

/** Whether the request's browser typed the right password less than ten minutes ago. */
export async function isInSecondStep(
  pending: SessionStorage<PendingSignIn>,
  request: Request,
): Promise<boolean> {
  return (await pending.getSession(request.headers.get("Cookie"))).has("uid");
}

const schema = z.object({
  code: z
    .string({ error: AUTH_TEXTS.code.required })
    .trim()
    .min(1, AUTH_TEXTS.code.required)
    .max(64, AUTH_TEXTS.refused),
});

/**
 * Takes a posted code of the authenticator app, or a recovery code: throttles like a password, uses the code up, begins the
 * session. Every refusal reads like a wrong password. Never throws.
 */
export async function receiveCode(
  request: Request,
  callerKey: string,
  desk: SecondStepDesk,
): Promise<AuthReply<CodeOutcome>> {
  try {
    await countAttempt(desk.perCaller, callerKey);
    const form = await readForm(request, ["code"]);
    const session = await desk.pending.getSession(request.headers.get("Cookie"));
    const email = session.get("email");
    const account = email ? await desk.findAccount(email) : null;
    if (!account?.secondFactor || account.passwordSetAt !== session.get("passwordSetAt"))
      return authReply({ status: "expired" }, 401);
    const submission = parseWithZod(form, { schema });
    if (submission.status !== "success")
      return authReply({ status: "invalid", submission: { ...submission.reply(), initialValue: {} } }, 422);
    const forgetAttempts = await countAccountAttempt(request, passwordUid(account.email), desk);
    if (!(await desk.consumeCode(account, submission.value.code)))
      throw new AppError("auth/invalid-credential", "Wrong or used code.", { status: 401 });
    await forgetAttempts();
    const cookies = [await desk.pending.destroySession(session), ...(await desk.begin(request, account))];
    const to = desk.destination(account, session.get("redirectTo") ?? null);
    return authReply({ status: "signed-in", to }, 200, cookieHeaders(cookies));
  } catch (cause) {
    return refusedReply(cause, desk.report);
  }
}
