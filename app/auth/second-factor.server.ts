import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { WriteClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { openSealedText, sealText, type Seal } from "../platform/sealed-text.server.ts";
import { changeAccount, type StoredAccount } from "./account.server.ts";

/** A second factor as it stands in an account. */
export interface SecondFactor {
  /** The TOTP secret, encrypted with a key of SESSION_SECRET. */
  sealedSecret: string;
  /** Number of the last 30-second step whose code was used: each counts once. */
  lastStep: number;
  /** Of the recovery codes that are left. */
  recoveryHashes: string[];
  /** ISO date and time. */
  setAt: string;
}

/** What RFC 6238 and every authenticator app take for granted. */
const TOTP_RULES = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const RECOVERY_CODES = 10;
/** 80 bits: too many to try, so a fast hash is enough. */
const RECOVERY_BYTES = 10;

const sealOf = (secret: string, accountId: string): Seal => ({
  secret,
  purpose: "second-factor",
  owner: accountId,
});

/** A new TOTP secret, in Base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The `otpauth:` address that authenticator apps read, also as a QR code. `issuer` is the site's host. */
export function totpUri(totpSecret: string, { issuer, email }: { issuer: string; email: string }): string {
  return new TOTP({ ...TOTP_RULES, issuer, label: email, secret: Secret.fromBase32(totpSecret) }).toString();
}

/** Returns the step that a six-digit code belongs to, from one before `now` to one after it, or null. */
export function stepOfCode(totpSecret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...TOTP_RULES, secret: Secret.fromBase32(totpSecret) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const recoveryHash = (accountId: string, code: string) =>
  createHash("sha256").update(`${accountId}\0${code}`).digest("hex");

/** Returns ten new recovery codes as their owner reads them (`ABCD-EFGH-IJKL-MNOP`), and the hashes to store. */
export function newRecoveryCodes(accountId: string): { codes: string[]; hashes: string[] } {
  const bare = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32);
  return {
    codes: bare.map((code) => code.replaceAll(/(.{4})(?=.)/g, "$1-")),
    hashes: bare.map((code) => recoveryHash(accountId, code)),
  };
}

/** Returns the second factor to store, and the recovery codes to show once. `step` is that of the code that proved it. */
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

/** The second factor after a code was used, or null when the code is wrong or was used before. */
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
 * Uses a code of the authenticator app, or a recovery code, of an account that has a second factor. Returns false when it is
 * wrong or was used before, by another request at the same moment too. Throws an AppError of the store, or `internal` when
 * the secret cannot be decrypted; recovery codes still count then.
 */
export async function consumeCode(
  client: WriteClient,
  account: StoredAccount,
  typed: string,
  options: { secret: string; now: Date },
): Promise<boolean> {
  if (!account.secondFactor) return false;
  const secondFactor = afterCode(account._id, account.secondFactor, typed, options);
  return secondFactor !== null && (await changeAccount(client, account, { secondFactor }));
}
