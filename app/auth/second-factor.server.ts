import { createHash } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import { oneLine } from "../model/typed-text.ts";
import type { WriteClient } from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { receiveForm, reply, valueOf, type Reply } from "../platform/http/receive-form.server.ts";
import { openSealedText, sealText, type Seal } from "../platform/secret.server.ts";
import {
  changeAccount,
  findAccount,
  passwordUid,
  userOf,
  type SecondFactor,
  type StoredAccount,
} from "./accounts.server.ts";
import {
  type AttemptLimits,
  cookieHeaders,
  countAccountAttempt,
  countAttempt,
  refusedBy,
} from "./attempts.server.ts";
import { beginSession, type AuthCore, type BeginDeps } from "./begin-session.server.ts";
import { AUTH_ERRORS } from "./messages.ts";
import { destination } from "./redirect-path.ts";
import type { CodeResult } from "./results.ts";

/** The defaults of authenticator apps (RFC 6238). */
const TOTP_RULES = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const RECOVERY_CODES = 10;
/** 80 bits cannot be guessed, so a fast hash is enough. */
const RECOVERY_BYTES = 10;

const sealOf = (secret: string, accountId: string): Seal => ({
  secret,
  purpose: "second-factor",
  owner: accountId,
});

/** Returns a new TOTP secret in Base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** Returns the `otpauth:` URL for authenticator apps. `issuer` is the site's host. */
export function totpUri(totpSecret: string, { issuer, email }: { issuer: string; email: string }): string {
  return new TOTP({ ...TOTP_RULES, issuer, label: email, secret: Secret.fromBase32(totpSecret) }).toString();
}

/** Returns the step of a six-digit code, at most one before or after `now`, or null. */
export function stepOfCode(totpSecret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...TOTP_RULES, secret: Secret.fromBase32(totpSecret) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const recoveryHash = (accountId: string, code: string) =>
  createHash("sha256").update(`${accountId}\0${code}`).digest("hex");

/** Returns ten new recovery codes (`ABCD-EFGH-IJKL-MNOP`) and the hashes to store. */
export function newRecoveryCodes(accountId: string): { codes: string[]; hashes: string[] } {
  const bare = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32);
  return {
    codes: bare.map((code) => code.replaceAll(/(.{4})(?=.)/g, "$1-")),
    hashes: bare.map((code) => recoveryHash(accountId, code)),
  };
}

/** Returns the second factor to store and the recovery codes to show once. `step` is that of the confirming code. */
export function newSecondFactor(
  totpSecret: string,
  { accountId, secret, step, now }: { accountId: string; secret: string; step: number; now: Date },
): { secondFactor: SecondFactor; recoveryCodes: string[] } {
  const { codes, hashes } = newRecoveryCodes(accountId);
  const sealedSecret = sealText(totpSecret, sealOf(secret, accountId));
  return {
    secondFactor: { sealedSecret, lastStep: step, recoveryHashes: hashes, setAt: now.toISOString() },
    recoveryCodes: codes,
  };
}

/** Returns the second factor without the used code, or null when the code is wrong or used. */
function afterCode(
  accountId: string,
  factor: SecondFactor,
  typed: string,
  { secret, now }: { secret: string; now: Date },
): SecondFactor | null {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) {
    const totpSecret = openSealedText(factor.sealedSecret, sealOf(secret, accountId));
    if (totpSecret === null)
      throw new AppError("internal", "A second factor cannot be opened: was SESSION_SECRET changed?");
    const step = stepOfCode(totpSecret, code, now);
    return step !== null && step > factor.lastStep ? { ...factor, lastStep: step } : null;
  }
  const hash = recoveryHash(accountId, code);
  const left = factor.recoveryHashes.filter((one) => one !== hash);
  return left.length < factor.recoveryHashes.length ? { ...factor, recoveryHashes: left } : null;
}

/**
 * Uses a code of the authenticator app, or a recovery code. Returns false when it is wrong or used, even by a concurrent
 * request. Throws the store's AppError, or `internal` when the secret cannot be decrypted; recovery codes still work then.
 */
async function consumeCode(
  client: WriteClient,
  account: StoredAccount,
  typed: string,
  options: { secret: string; now: Date },
): Promise<boolean> {
  if (!account.secondFactor) return false;
  const secondFactor = afterCode(account._id, account.secondFactor, typed, options);
  return secondFactor !== null && (await changeAccount(client, account, { secondFactor }));
}

export type SecondStepDeps = AttemptLimits & BeginDeps & Pick<AuthCore, "secret" | "report">;

/** Returns whether the browser entered the right password less than ten minutes ago. */
export const isInSecondStep = async (
  { pending }: Pick<AuthCore, "pending">,
  request: Request,
): Promise<boolean> => (await pending.getSession(request.headers.get("Cookie"))).has("uid");

const schema = z.object({
  code: z
    .string({ error: AUTH_ERRORS.codeRequired })
    .overwrite(oneLine)
    .min(1, AUTH_ERRORS.codeRequired)
    .max(64, AUTH_ERRORS.refused),
});

/**
 * Handles a posted code of the authenticator app, or a recovery code: throttles it like a password, uses it, starts the
 * session. Never throws.
 */
export function receiveCode(
  request: Request,
  callerKey: string,
  deps: SecondStepDeps,
): Promise<Reply<CodeResult>> {
  const names = ["code"];
  const limit = () => countAttempt(deps.perCaller, callerKey);
  const rules = { limit, names, secret: names, failed: refusedBy(deps.report) };
  return receiveForm(request, rules, async ({ form }): Promise<Reply<CodeResult>> => {
    const session = await deps.pending.getSession(request.headers.get("Cookie"));
    const email = session.get("email");
    const account = email ? await findAccount(deps.store.readClient, email) : null;
    if (!account?.secondFactor || (account.passwordSetAt ?? "") !== session.get("passwordSetAt"))
      return reply({ status: "expired" }, 401);
    const { code } = valueOf(parseWithZod(form, { schema }));
    const attempt = await countAccountAttempt(request, passwordUid(account.email), deps);
    const options = { secret: deps.secret, now: new Date() };
    if (!(await consumeCode(deps.store.writeClient, account, code, options)))
      throw new AppError("auth/invalid-credential", "Wrong or used code.", { status: 401 });
    await attempt.forget();
    const ended = await deps.pending.destroySession(session);
    const { cookies, role } = await beginSession(request, userOf(account), deps);
    const to = destination(role, session.get("redirectTo"));
    return reply({ status: "signed-in", to }, 200, cookieHeaders([ended, ...cookies]));
  });
}
