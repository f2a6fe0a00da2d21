import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import { storeError } from "../platform/content-store.server.ts";
import { AppError, isFailureCode } from "../platform/errors.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { normalEmail, userOf } from "./accounts.server.ts";
import { authReply, cookieHeaders, countAttempt, refusedReply, type AuthReply } from "./attempts.server.ts";
import type { BeginSession } from "./begin-session.server.ts";
import { invitationEmail, type AccountEmail } from "./emails.server.tsx";
import { checkNewPassword } from "./passwords.server.ts";
import { PEOPLE_TEXTS, type PeopleDone, type PeopleResult } from "./people.ts";
import type { People } from "./people.server.ts";
import { destination } from "./redirect-path.ts";
import type { InvitationResult } from "./results.ts";

export interface PeopleFormDeps {
  people: People;
  /** Invitations of one admin. */
  perAdmin: Limiter;
  /** Visits of links by one caller. */
  perCaller: Limiter;
  begin: BeginSession;
  sendEmail: (email: AccountEmail) => Promise<void>;
  report: (error: AppError) => void;
}

const inviteSchema = z.object({
  email: z
    .string({ error: PEOPLE_TEXTS.emailRequired })
    .trim()
    .pipe(z.email(PEOPLE_TEXTS.emailInvalid).max(320, PEOPLE_TEXTS.emailInvalid)),
});
const revokeSchema = z.object({ id: z.string().regex(/^account\.[0-9a-f]{64}$/) });

type PeopleReply = { done: PeopleDone } | { result: PeopleResult; status: number };

const invalid = (submission: SubmissionResult): PeopleReply => ({
  result: { status: "invalid", submission },
  status: 422,
});

async function invite(form: FormData, by: string, deps: PeopleFormDeps): Promise<PeopleReply> {
  const submission = parseWithZod(form, { schema: inviteSchema });
  if (submission.status !== "success") return invalid(submission.reply());
  if ((await deps.perAdmin.take(by)) > 0)
    throw new AppError("too-many-requests", "An admin sent too many invitations.");
  const { email } = submission.value;
  const { outcome, link } = await deps.people.invite(email, by);
  if (outcome !== "invited")
    return invalid(submission.reply({ fieldErrors: { email: [PEOPLE_TEXTS[outcome]] } }));
  await deps.sendEmail(invitationEmail(normalEmail(email), { link, invitedBy: by }));
  return { done: "invited" };
}

async function revoke(form: FormData, { people }: PeopleFormDeps): Promise<PeopleReply> {
  const submission = parseWithZod(form, { schema: revokeSchema });
  if (submission.status !== "success") throw new AppError("bad-request", "No such account id.");
  // Somebody who is gone already has no access either.
  await people.revoke(submission.value.id);
  return { done: "revoked" };
}

/** Handles a form of /admin/people. `by` is the admin's email. Never throws. */
export async function receivePeopleForm(
  request: Request,
  by: string,
  deps: PeopleFormDeps,
): Promise<PeopleReply> {
  try {
    const form = await readForm(request, ["intent", "email", "id"]);
    const intent = form.get("intent");
    if (intent === "invite") return await invite(form, by, deps);
    if (intent === "revoke") return await revoke(form, deps);
    throw new AppError("bad-request", "No such form on /admin/people.");
  } catch (cause) {
    const error = storeError(cause);
    deps.report(error);
    const { code, status } = error;
    const shown = code === "too-many-requests" || isFailureCode(code) ? code : "internal";
    return { result: { status: "failed", code: shown }, status };
  }
}

/** Handles the form of an invitation's link: sets the password and signs in. Never throws. */
export async function receiveInvitation(
  request: Request,
  callerKey: string,
  token: string,
  deps: PeopleFormDeps,
): Promise<AuthReply<InvitationResult>> {
  try {
    await countAttempt(deps.perCaller, callerKey);
    const form = await readForm(request, ["username", "newPassword", "repeated"]);
    const account = await deps.people.accountOfInvitation(token);
    if (!account) return authReply({ status: "bad-link" }, 400);
    const submission = await checkNewPassword(form, account.email);
    if (submission.status !== "success")
      return authReply({ status: "invalid", submission: { ...submission.reply(), initialValue: {} } }, 422);
    await deps.people.accept(account, submission.value.newPassword);
    const { cookies, role } = await deps.begin(request, userOf(account));
    return authReply({ status: "signed-in", to: destination(role, null) }, 200, cookieHeaders(cookies));
  } catch (cause) {
    return refusedReply(cause, deps.report);
  }
}
