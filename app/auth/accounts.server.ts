import { createHash } from "node:crypto";
import type { SanityDocument } from "@sanity/client";
import { emailAddress } from "../model/email-address.ts";
import { isGivenRole, type GivenRole } from "../model/roles.ts";
import {
  type ContentStore,
  type ReadClient,
  type WriteClient,
  readDocument,
  retryWrite,
  unlessChanged,
} from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import type { QueueCaller } from "../platform/work-queue.server.ts";
import { NOBODYS_HASH, type Passwords } from "./passwords.server.ts";
import type { CurrentUser } from "./session.ts";

export interface SecondFactor {
  /** The TOTP secret, encrypted with a key of SESSION_SECRET. */
  sealedSecret: string;
  /** Number of the 30-second step of the last used code: each code is valid once. */
  lastStep: number;
  /** Hashes of the unused recovery codes. */
  recoveryHashes: string[];
  /** ISO date and time. */
  setAt: string;
}

/** An invitation that was not accepted yet. */
export interface Invitation {
  /** ISO date and time. */
  sentAt: string;
  /** ISO date and time. */
  expiresAt: string;
  /** Email of the admin, or null from the command line. */
  invitedBy: string | null;
}

export interface Account {
  _id: string;
  _type: "account";
  /** Lower case. */
  email: string;
  name: string | null;
  /** Absent until the owner sets a password: editors may use Google alone. */
  passwordHash?: string;
  /** ISO date and time. */
  passwordSetAt?: string;
  /** Absent on accounts of admins, who are those on ADMIN_EMAILS. */
  role?: GivenRole;
  /** Set until it is accepted; the role has no effect before. */
  invitation?: Invitation;
  /** Set when signing in requires a code too. */
  secondFactor?: SecondFactor;
}

/** An account with its document fields, such as the revision. */
export type StoredAccount = SanityDocument & Account;

/** Emails are compared in lower case. */
export const normalEmail = (email: string) => emailAddress(email).toLowerCase();

/**
 * Returns the document id of an account. Its dot hides the document from callers without a token. An unkeyed hash, because
 * accounts outlive a change of SESSION_SECRET, and callers who can read the id can read the email too.
 */
export function accountId(email: string): string {
  return `account.${createHash("sha256").update(normalEmail(email)).digest("hex")}`;
}

export const passwordUid = (email: string) => `password:${accountId(email)}`;

/** Returns an account by document id. Throws an AppError `permission-denied`, `unavailable` or `internal`. */
export function findAccountById(client: ReadClient, id: string): Promise<StoredAccount | null> {
  return readDocument<Account>(client, id, { signal: AbortSignal.timeout(5_000) });
}

/** Returns an account by email. Throws like `findAccountById`. */
export function findAccount(client: ReadClient, email: string): Promise<StoredAccount | null> {
  return findAccountById(client, accountId(email));
}

interface AccountChange {
  email: string;
  passwordHash: string;
  /** Undefined keeps it, null removes it. */
  secondFactor?: SecondFactor | null;
  now: Date;
}

/** Creates an account or sets its password, which accepts its invitation. Returns whether it existed before. Throws like `findAccount`. */
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
    ...(before?.role ? { role: before.role } : {}),
    ...(kept ? { secondFactor: kept } : {}),
  };
  await retryWrite((signal) => writeClient.createOrReplace(account, { signal }));
  return { id: account._id, existed: before !== null };
}

export type AccountFields = Partial<Pick<Account, "passwordHash" | "passwordSetAt" | "role">> & {
  secondFactor?: SecondFactor | null;
  invitation?: Invitation | null;
};

/**
 * Changes an account; null removes a field. Returns false without writing when the account was changed since it was read.
 * Throws an AppError `permission-denied`, `unavailable` or `internal`.
 */
export async function changeAccount(
  client: WriteClient,
  { _id, _rev }: StoredAccount,
  changes: AccountFields,
): Promise<boolean> {
  const fields = Object.entries(changes);
  const removed = fields.flatMap(([name, value]) => (value === null ? [name] : []));
  const set = Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined));
  const patch = client.patch(_id).ifRevisionId(_rev).set(set).unset(removed);
  return (await unlessChanged(patch.commit({ signal: AbortSignal.timeout(5_000) }))) !== null;
}

/** Returns the role of an account by itself, without ADMIN_EMAILS. */
export const roleOfAccount = (account: Pick<Account, "role" | "invitation"> | null): GivenRole | null =>
  isGivenRole(account?.role) && !account.invitation ? account.role : null;

export function userOf({ email, name }: Pick<Account, "email" | "name">): CurrentUser {
  return { uid: passwordUid(email), email, name, picture: null, provider: "password" };
}

/**
 * Returns the account of an email and a password. An unknown email costs one read and one hash, like a wrong password.
 * Throws an AppError `auth/invalid-credential`, `auth/busy`, or the store's.
 */
export async function verifyCredentials(
  { store, passwords }: { store: ContentStore; passwords: Passwords },
  { email, password }: { email: string; password: string },
  caller: QueueCaller,
): Promise<StoredAccount> {
  const account = await findAccount(store.readClient, email);
  const matches = await passwords.verify(password, account?.passwordHash ?? NOBODYS_HASH, caller);
  if (!account?.passwordHash || !matches) {
    throw new AppError("auth/invalid-credential", "Unknown address or wrong password.", { status: 401 });
  }
  return account;
}
