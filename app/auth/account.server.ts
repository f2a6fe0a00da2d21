import { createHash } from "node:crypto";
import type { ContentStore, ReadClient } from "../platform/content-store.ts";
import { readDocument } from "../submissions/read-document.server.ts";
import { retryWrite } from "../submissions/retry.server.ts";

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
}

/** One account an address, whatever the case it is typed in. */
const normalEmail = (email: string) => email.trim().toLowerCase();

/**
 * Id of an address's account. The dot hides the document from everybody without a token; a plain hash, because accounts
 * have to outlive a change of SESSION_SECRET, and whoever may read the id may read the address in it too.
 */
function accountId(email: string): string {
  return `account.${createHash("sha256").update(normalEmail(email)).digest("hex")}`;
}

/** The `uid` of whoever signs in with an address and a password. */
export const passwordUid = (email: string) => `password:${accountId(email)}`;

/** Throws an AppError `permission-denied`, `unavailable` or `internal`. */
export async function findAccount(client: ReadClient, email: string): Promise<Account | null> {
  return readDocument<Account>(client, accountId(email), { signal: AbortSignal.timeout(5_000) });
}

/** Makes an account or gives it a new password. Answers whether it was there before. Throws like `findAccount`. */
export async function saveAccount(
  { readClient, writeClient }: ContentStore,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: Date },
): Promise<{ id: string; existed: boolean }> {
  const before = await findAccount(readClient, email);
  const account: Account = {
    _id: accountId(email),
    _type: "account",
    email: normalEmail(email),
    name: before?.name ?? null,
    passwordHash,
    passwordSetAt: now.toISOString(),
  };
  await retryWrite((signal) => writeClient.createOrReplace(account, { signal }));
  return { id: account._id, existed: before !== null };
}
