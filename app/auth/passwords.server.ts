import { randomBytes, scrypt as scryptCallback, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import {
  createWorkQueue,
  type QueueCaller,
  type QueueLimits,
  type WorkQueue,
} from "../platform/work-queue.server.ts";
import { Throttled } from "./attempts.server.ts";
import { AUTH_ERRORS } from "./messages.ts";

/** OWASP's parameters for scrypt with 32 MiB per hash. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const STORED = /^scrypt\$N=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

function scrypt(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    // Equivalent Unicode sequences are the same password.
    scryptCallback(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function storedForm(salt: Buffer, key: Buffer): string {
  const { N, r, p } = COST;
  return `scrypt$N=${N},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Verified when there is no account, so that it takes as long as a wrong password. No password has this hash. */
export const NOBODYS_HASH = storedForm(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** Returns the stored form of a password: parameters, salt and key, so that a later release can raise the cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return storedForm(salt, await scrypt(password, salt, COST));
}

/** Compares in constant time. Throws an AppError `internal` when `stored` is not a valid hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt, key] = STORED.exec(stored) ?? [];
  if (!salt || !key) throw new AppError("internal", "A stored password hash cannot be read.");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, "base64url");
  const actual = await scrypt(password, Buffer.from(salt, "base64url"), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** A hash takes a thread of libuv's four for some 0.3 s: two stay free for files and compression. Twenty wait for about three seconds. */
const QUEUE: QueueLimits = { running: 2, waiting: 20, perCaller: 4 };
const RETRY_AFTER_SECONDS = 5;

const busy = () =>
  new Throttled(RETRY_AFTER_SECONDS, {
    code: "auth/busy",
    status: 503,
    message: "Too many passwords are being checked.",
  });

/** Returns the queue of password hashes. It rejects with an AppError `auth/busy`, 503, when it is full. */
export const createHashQueue = (limits: Partial<QueueLimits> = {}): WorkQueue =>
  createWorkQueue({ ...QUEUE, ...limits }, busy);

/**
 * Hashing for requests: all that callers cause goes through one queue. Known callers are a browser that signed in before, a
 * signed-in user, and the owner of an emailed link.
 */
export function createPasswords() {
  const queue = createHashQueue();
  return {
    /** Like `hashPassword`. Throws an AppError `auth/busy`. */
    hash: (password: string, caller: QueueCaller) => queue(caller, () => hashPassword(password)),
    /** Like `verifyPassword`. Throws an AppError `auth/busy`. */
    verify: (password: string, stored: string, caller: QueueCaller) =>
      queue(caller, () => verifyPassword(password, stored)),
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

/** In characters. The maximum bounds the time to hash. */
const MIN_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1_000;

/** Returns the most common passwords, most frequent first: xato.net's list from @zxcvbn-ts/language-common (49,233). */
async function commonPasswords(): Promise<readonly string[]> {
  // Loaded only when needed: it takes 20 MB and 40 ms.
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary["passwords-common"];
}

/** Reduces `Password-1234` and `passwordpassword` to `password`, as attackers do. */
function withoutDecoration(password: string): string {
  const word = password.replace(/[^\p{L}]+$/u, "");
  return word.replace(/^(.+?)\1+$/su, "$1");
}

/**
 * Returns the message why a password is rejected, or null: it needs 12 to 1,000 characters and must not be a common password
 * or the email (NIST SP 800-63B, 3.1.1.2).
 */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  if ([...password].length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`;
  if (password.length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  const typed = password.normalize("NFKC").toLowerCase();
  if (new Set(typed).size < 4) return "This password is too easy to guess.";
  const [name = ""] = email.toLowerCase().split("@");
  if (typed === email.toLowerCase() || withoutDecoration(typed) === name)
    return "Your email address is not a password.";
  const common = await commonPasswords();
  if ([typed, withoutDecoration(typed)].some((word) => common.includes(word)))
    return "This password is among the most common ones. Please choose another.";
  return null;
}

/** Parses and checks the fields `newPassword` and `repeated`. */
export function checkNewPassword(form: FormData, email: string) {
  const required = { error: AUTH_ERRORS.passwordRequired };
  const schema = z
    .object({ newPassword: z.string(required), repeated: z.string(required) })
    .superRefine(async ({ newPassword, repeated }, context) => {
      const problem = await passwordProblem(newPassword, email);
      if (problem) context.addIssue({ code: "custom", path: ["newPassword"], message: problem });
      else if (newPassword !== repeated)
        context.addIssue({ code: "custom", path: ["repeated"], message: AUTH_ERRORS.repeatedDiffers });
    });
  return parseWithZod(form, { schema, async: true });
}
