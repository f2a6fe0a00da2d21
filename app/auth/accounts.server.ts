import { createHash } from "node:crypto";
import { isHttpError, type SanityDocument } from "@sanity/client";
import type { ContentStore, ReadClient, WriteClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { readDocument } from "../platform/read-document.server.ts";
import { retryWrite } from "../platform/retry.server.ts";
import { storeError } from "../platform/store-error.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import type { SecondFactor } from "./second-factor.server.ts";
import type { CurrentUser } from "./session.ts";

/** A password account as it is stored. */
export interface Account {
  _id: string;
  _type: "account";
  /** Lower case. */
  email: string;
  name: string | null;
  passwordHash: string;
  /** ISO date and time. */
  passwordSetAt: string;
  /** Set when signing in asks for a code too. */
  secondFactor?: SecondFactor;
}

/** An account as it was read, with its revision. */
export type StoredAccount = SanityDocument & Account;

/** One account an address, whatever the case it is typed in. */
const normalEmail = (email: string) => email.trim().toLowerCase();

/**
 * Id of an address's account. The dot hides the document from everybody without a token; a plain hash, because accounts
 * have to outlive a change of SESSION_SECRET, and whoever may read the id may read the address in it too.
 */
export function accountId(email: string): string {
  return `account.${createHash("sha256").update(normalEmail(email)).digest("hex")}`;
}

/** The `uid` of whoever signs in with an address and a password. */
export const passwordUid = (email: string) => `password:${accountId(email)}`;

/** Throws an AppError `permission-denied`, `unavailable` or `internal`. */
export function findAccountById(client: ReadClient, id: string): Promise<StoredAccount | null> {
  return readDocument<Account>(client, id, { signal: AbortSignal.timeout(5_000) });
}

/** Throws like `findAccountById`. */
export function findAccount(client: ReadClient, email: string): Promise<StoredAccount | null> {
  return findAccountById(client, accountId(email));
}

interface AccountChange {
  email: string;
  passwordHash: string;
  /** Left out: stays as it is. null: signing in asks for no code any more. */
  secondFactor?: SecondFactor | null;
  now: Date;
}

/** Makes an account or gives it a new password. Returns whether it was there before. Throws like `findAccount`. */
export async function saveAccount(
  { readClient, writeClient }: ContentStore,
  { email, passwordHash, secondFactor, now }: AccountChange,
): Promise<{ id: string; existed: boolean }> {
  const before = await findAccount(readClient, email);
  const kept = secondFactor === undefined ? before?.secondFactor : secondFactor;
  const account: Account = {
    _id: accountId(email),
    _type: "account",
    email: normalEmail(email),
    name: before?.name ?? null,
    passwordHash,
    passwordSetAt: now.toISOString(),
    ...(kept ? { secondFactor: kept } : {}),
  };
  await retryWrite((signal) => writeClient.createOrReplace(account, { signal }));
  return { id: account._id, existed: before !== null };
}

/**
 * Changes an account as it was read; null takes a field away. Returns false, having written nothing, when somebody else
 * changed it meanwhile. Throws an AppError `permission-denied`, `unavailable` or `internal`.
 */
export async function changeAccount(
  client: WriteClient,
  { _id, _rev }: StoredAccount,
  changes: Partial<Pick<Account, "passwordHash" | "passwordSetAt">> & { secondFactor?: SecondFactor | null },
): Promise<boolean> {
  const { secondFactor, ...fields } = changes;
  const set = client
    .patch(_id)
    .ifRevisionId(_rev)
    .set({ ...fields, ...(secondFactor ? { secondFactor } : {}) });
  const patch = secondFactor === null ? set.unset(["secondFactor"]) : set;
  try {
    await patch.commit({ signal: AbortSignal.timeout(5_000) });
    return true;
  } catch (cause) {
    if (isHttpError(cause) && cause.statusCode === 409) return false;
    throw storeError(cause);
  }
}

/** What an address without an account is compared with, so that it takes as long as a wrong password. Made once. */
let dummy: Promise<string> | undefined;

/** The user that an account signs in. */
export function userOf({ email, name }: Pick<Account, "email" | "name">): CurrentUser {
  return { uid: passwordUid(email), email, name, picture: null, provider: "password" };
}

/**
 * The account behind an address and a password. An unknown address takes the same two steps, one read and one hash, as a wrong
 * password. Throws an AppError `auth/invalid-credential`, or that of the store.
 */
export async function verifyCredentials(
  client: ReadClient,
  { email, password }: { email: string; password: string },
): Promise<StoredAccount> {
  dummy ??= hashPassword("");
  const [account, standIn] = await Promise.all([findAccount(client, email), dummy]);
  const matches = await verifyPassword(password, account?.passwordHash ?? standIn);
  if (!account || !matches) {
    throw new AppError("auth/invalid-credential", "Unknown address or wrong password.", { status: 401 });
  }
  return account;
}
