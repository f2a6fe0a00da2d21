import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { emailJob } from "../email/email.ts";
import { emailAddress, isEmailAddress } from "../model/email-address.ts";
import { invitation } from "../model/emails/accounts.ts";
import { GIVEN_ROLES } from "../model/roles.ts";
import { storeError } from "../platform/content-store.server.ts";
import { AppError, isFailureCode } from "../platform/errors.ts";
import { receiveForm, reply, valueOf, type Reply } from "../platform/http/receive-form.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { normalEmail } from "./accounts.server.ts";
import { countAttempt, refusedBy } from "./attempts.server.ts";
import { passwordReply, type AuthCore, type BeginDeps } from "./begin-session.server.ts";
import { checkNewPassword } from "./passwords.server.ts";
import type { People } from "./people.server.ts";
import { PEOPLE_TEXTS, type PeopleDone, type PeopleResult } from "./people.ts";
import type { InvitationResult } from "./results.ts";

export interface PeopleFormDeps extends BeginDeps, Pick<AuthCore, "sendEmail" | "report"> {
  people: People;
  perAdmin: Limiter;
  perCaller: Limiter;
}

const inviteSchema = z.object({
  email: z
    .string({ error: PEOPLE_TEXTS.emailRequired })
    .overwrite(emailAddress)
    .refine(isEmailAddress, PEOPLE_TEXTS.emailInvalid),
  role: z.enum(GIVEN_ROLES),
});
const revokeSchema = z.object({ id: z.string().regex(/^account\.[0-9a-f]{64}$/) });
const changeSchema = revokeSchema.extend({ role: z.enum(GIVEN_ROLES) });

type PeopleReply = Reply<PeopleResult | { status: "done"; done: PeopleDone }>;

async function invite(form: FormData, by: string, deps: PeopleFormDeps): Promise<PeopleReply> {
  const submission = parseWithZod(form, { schema: inviteSchema });
  const { email, role } = valueOf(submission);
  if ((await deps.perAdmin.take(by)) > 0)
    throw new AppError("too-many-requests", "An admin sent too many invitations.");
  const { outcome, link } = await deps.people.invite(email, role, by);
  if (link === null) {
    const refused = submission.reply({ fieldErrors: { email: [PEOPLE_TEXTS[outcome]] } });
    return reply({ status: "invalid", submission: refused }, 422);
  }
  await deps.sendEmail(
    emailJob(`account-invitation/${randomUUID()}`, "invitation", {
      to: normalEmail(email),
      template: invitation,
      props: { link, invitedBy: by, role },
    }),
  );
  return reply({ status: "done", done: outcome });
}

async function changeRole(form: FormData, { people }: PeopleFormDeps): Promise<PeopleReply> {
  const submission = parseWithZod(form, { schema: changeSchema });
  if (submission.status !== "success") throw new AppError("bad-request", "No such account id or role.");
  const { id, role } = submission.value;
  if (!(await people.changeRole(id, role))) throw new AppError("not-found", "The account has no role.");
  return reply({ status: "done", done: "changed" });
}

async function revoke(form: FormData, { people }: PeopleFormDeps): Promise<PeopleReply> {
  const submission = parseWithZod(form, { schema: revokeSchema });
  if (submission.status !== "success") throw new AppError("bad-request", "No such account id.");
  // Somebody who is gone already has no access either.
  await people.revoke(submission.value.id);
  return reply({ status: "done", done: "revoked" });
}

/** Returns the posted invitation, to show it again. */
const valuesOf = (form: FormData) =>
  Object.fromEntries(["email", "role"].map((name) => [name, String(form.get(name) ?? "")]));

/** Handles a form of /admin/people. `by` is the admin's email. Never throws. */
export function receivePeopleForm(request: Request, by: string, deps: PeopleFormDeps): Promise<PeopleReply> {
  const failed = (cause: unknown, _typed?: unknown, form?: FormData): PeopleReply => {
    const error = storeError(cause);
    deps.report(error);
    const { code, status } = error;
    const shown = code === "too-many-requests" || isFailureCode(code) ? code : "internal";
    const typed = form?.get("intent") === "invite" ? { submission: { initialValue: valuesOf(form) } } : {};
    return reply({ status: "failed", code: shown, ...typed }, status);
  };
  return receiveForm(request, { names: ["intent", "email", "id", "role"], failed }, ({ form }) => {
    const intent = form.get("intent");
    if (intent === "invite") return invite(form, by, deps);
    if (intent === "change-role") return changeRole(form, deps);
    if (intent === "revoke") return revoke(form, deps);
    throw new AppError("bad-request", "No such form on /admin/people.");
  });
}

/** Handles the form of an invitation's link: sets the password and signs in, or asks for the second factor. Never throws. */
export function receiveInvitation(
  request: Request,
  callerKey: string,
  token: string,
  deps: PeopleFormDeps,
): Promise<Reply<InvitationResult>> {
  const names = ["username", "newPassword", "repeated"];
  const limit = () => countAttempt(deps.perCaller, callerKey);
  const rules = { limit, names, secret: names, failed: refusedBy(deps.report) };
  return receiveForm(request, rules, async ({ form }): Promise<Reply<InvitationResult>> => {
    const account = await deps.people.accountOfInvitation(token);
    if (!account) return reply({ status: "bad-link" }, 400);
    const { newPassword } = valueOf(await checkNewPassword(form, account.email));
    const accepted = await deps.people.accept(account, newPassword);
    return passwordReply(request, accepted, null, deps);
  });
}
