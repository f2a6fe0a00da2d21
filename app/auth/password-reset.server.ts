import { randomUUID } from "node:crypto";
import { z } from "zod";
import { emailJob } from "../email/email.ts";
import { emailAddress, isEmailAddress } from "../model/email-address.ts";
import { passwordChanged, passwordReset } from "../model/emails/accounts.ts";
import { receiveForm, reply, valueOf, type Reply } from "../platform/http/receive-form.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { isSigned, keyedHash } from "../platform/secret.server.ts";
import {
  accountId,
  changeAccount,
  findAccount,
  findAccountById,
  passwordUid,
  type StoredAccount,
} from "./accounts.server.ts";
import { countAttempt, refusedBy } from "./attempts.server.ts";
import type { AuthCore } from "./begin-session.server.ts";
import { AUTH_ERRORS } from "./messages.ts";
import { checkNewPassword } from "./passwords.server.ts";
import type { ResetResult } from "./results.ts";

const LINK_MS = 30 * 60_000;
const TOKEN = /^(?<hash>[0-9a-f]{64})\.(?<expires>[0-9a-z]{1,10})\.(?<signature>[\w-]{43})$/;

export interface ResetDeps extends Pick<AuthCore, "store" | "secret" | "report">, NewPasswordDeps {
  /** Requests and new passwords of one caller. */
  perCaller: Limiter;
  /** Links emailed to one address. Over the limit the response is the same, but no email is sent. */
  perRecipient: Limiter;
}

/** Returns a signature that is invalid once the password changes. */
function signatureOf(secret: string, expires: string, { _id, passwordHash }: StoredAccount): Buffer {
  return keyedHash(secret, "password-reset", `${_id}\0${expires}\0${passwordHash ?? ""}`);
}

/** Returns the link to set a new password, valid once and for 30 minutes. */
function resetUrl(account: StoredAccount, deps: ResetDeps): string {
  const expires = (Date.now() + LINK_MS).toString(36);
  const signature = signatureOf(deps.secret, expires, account).toString("base64url");
  const token = `${account._id.replace("account.", "")}.${expires}.${signature}`;
  return `${deps.publicUrl}/login/reset?token=${token}`;
}

/** Returns the account of a reset token, or null when the token is invalid, expired or used. Throws like the store. */
export async function accountOfToken(
  token: string,
  { store, secret }: Pick<AuthCore, "store" | "secret">,
): Promise<StoredAccount | null> {
  const { hash, expires = "", signature = "" } = TOKEN.exec(token)?.groups ?? {};
  if (!hash || Number.parseInt(expires, 36) <= Date.now()) return null;
  const account = await findAccountById(store.readClient, `account.${hash}`);
  if (!account) return null;
  return isSigned(signature, signatureOf(secret, expires, account)) ? account : null;
}

const requestSchema = z.object({
  email: z
    .string({ error: AUTH_ERRORS.emailRequired })
    .overwrite(emailAddress)
    .refine(isEmailAddress, AUTH_ERRORS.emailInvalid),
});

/**
 * Handles the form that requests a link. The response and its time are the same for every email: the rest happens after the
 * response. Never throws.
 */
export function receiveResetRequest(
  request: Request,
  callerKey: string,
  deps: ResetDeps,
): Promise<Reply<ResetResult>> {
  const limit = () => countAttempt(deps.perCaller, callerKey);
  const rules = { limit, names: ["email"], schema: requestSchema, failed: refusedBy(deps.report) };
  return receiveForm(request, rules, async ({ value: { email } }) => {
    const account = await findAccount(deps.store.readClient, email);
    const wait = await deps.perRecipient.take(accountId(email));
    const sendLink = async () => {
      // An invitation has a link of its own, which ends.
      if (account && !account.invitation && wait === 0)
        await deps.sendEmail(
          emailJob(`account-reset/${randomUUID()}`, "reset", {
            to: account.email,
            template: passwordReset,
            props: { link: resetUrl(account, deps) },
          }),
        );
    };
    // After the response, so that its time does not reveal whether the account exists.
    setTimeout(() => void sendLink().catch(deps.report), 1_000).unref();
    return reply({ status: "sent" });
  });
}

/**
 * Handles the form of a link: sets the password as `setPassword` does, without signing in, so that the second factor still
 * applies. Never throws.
 */
export function receiveNewPassword(
  request: Request,
  callerKey: string,
  token: string,
  deps: ResetDeps,
): Promise<Reply<ResetResult>> {
  const names = ["newPassword", "repeated"];
  const limit = () => countAttempt(deps.perCaller, callerKey);
  const rules = { limit, names, secret: names, failed: refusedBy(deps.report) };
  return receiveForm(request, rules, async ({ form }): Promise<Reply<ResetResult>> => {
    const account = await accountOfToken(token, deps);
    if (!account) return reply({ status: "bad-link" }, 400);
    const { newPassword } = valueOf(await checkNewPassword(form, account.email));
    const isSet = await setPassword(account, newPassword, deps);
    return isSet ? reply({ status: "changed" }) : reply({ status: "bad-link" }, 400);
  });
}

type NewPasswordDeps = Pick<AuthCore, "store" | "passwords" | "publicUrl" | "endSessions" | "sendEmail">;

/**
 * Sets the password of an account, ends its sessions, forgets its browsers and notifies its owner by email. Returns false
 * when the account was changed since it was read. Throws `auth/busy`, and like the store and the session store.
 */
export async function setPassword(
  account: StoredAccount,
  password: string,
  { store, passwords, publicUrl, endSessions, sendEmail }: NewPasswordDeps,
): Promise<boolean> {
  const uid = passwordUid(account.email);
  const passwordHash = await passwords.hash(password, { key: uid, isKnown: true });
  // Before, so that the old password and the link stay valid when the session store fails; after, for sign-ins in between.
  await endSessions(uid);
  const passwordSetAt = new Date().toISOString();
  if (!(await changeAccount(store.writeClient, account, { passwordHash, passwordSetAt, invitation: null })))
    return false;
  await endSessions(uid);
  // In case the owner did not do it.
  await sendEmail(
    emailJob(`account-password/${randomUUID()}`, "password-changed", {
      to: account.email,
      template: passwordChanged,
      props: { link: `${publicUrl}/login/reset` },
    }),
  );
  return true;
}
