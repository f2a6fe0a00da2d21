import type { ReadClient } from "../platform/content-store.ts";
import { AppError } from "../platform/errors.ts";
import { findAccount, passwordUid } from "./account.server.ts";
import type { CurrentUser } from "./current-user.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

/** What an address without an account is compared with, so that it takes as long as a wrong password. Made once. */
let dummy: Promise<string> | undefined;

/**
 * The user behind an address and a password. An unknown address takes the same two steps, one read and one hash, as a wrong
 * password. Throws an AppError `auth/invalid-credential`, or that of the store.
 */
export async function verifyCredentials(
  client: ReadClient,
  { email, password }: { email: string; password: string },
): Promise<CurrentUser> {
  dummy ??= hashPassword("");
  const [account, standIn] = await Promise.all([findAccount(client, email), dummy]);
  const matches = await verifyPassword(password, account?.passwordHash ?? standIn);
  if (!account || !matches) {
    throw new AppError("auth/invalid-credential", "Unknown address or wrong password.", { status: 401 });
  }
  return {
    uid: passwordUid(account.email),
    email: account.email,
    name: account.name,
    picture: null,
    provider: "password",
  };
}
