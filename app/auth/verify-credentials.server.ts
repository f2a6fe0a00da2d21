import type { ReadClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { findAccount, passwordUid, type Account, type StoredAccount } from "./account.server.ts";
import type { CurrentUser } from "./current-user.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

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
