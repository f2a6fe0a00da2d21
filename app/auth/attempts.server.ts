import { createHash } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import type { SessionStorage } from "@remix-run/node";
import { storeError } from "../platform/content-store.server.ts";
import { AppError, type ErrorCode } from "../platform/errors.ts";
import { reply, type Reply } from "../platform/http/receive-form.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { isAuthCode, type Refused } from "./results.ts";

export const cookieHeaders = (cookies: readonly string[]): [string, string][] =>
  cookies.map((cookie) => ["Set-Cookie", cookie]);

interface Throttling {
  code: ErrorCode;
  status: number;
  message: string;
}

const TOO_MANY: Throttling = {
  code: "auth/too-many-requests",
  status: 429,
  message: "Too many attempts to sign in.",
};

/** Thrown when an attempt is refused for some seconds, by a rate limiter or a full queue. */
export class Throttled extends AppError {
  readonly seconds: number;
  constructor(seconds: number, { code, status, message } = TOO_MANY) {
    super(code, message, { status });
    this.seconds = seconds;
  }
}

/** Counts an attempt. Throws an AppError `auth/too-many-requests` when it is over the limit. */
export async function countAttempt(limiter: Limiter, key: string): Promise<void> {
  const wait = await limiter.take(key);
  if (wait > 0) throw new Throttled(wait);
}

/** Returns the reply to failed attempts, with Retry-After when one was throttled. `report` logs the error. */
export const refusedBy =
  (report: (error: AppError) => void) =>
  (cause: unknown, submission?: SubmissionResult): Reply<Refused> => {
    const error = storeError(cause);
    report(error);
    const fallback = error.status >= 502 ? "auth/network-request-failed" : "auth/internal-error";
    const code = isAuthCode(error.code) ? error.code : fallback;
    const retryAfterSeconds = error instanceof Throttled ? error.seconds : undefined;
    return reply(
      {
        status: "refused",
        code,
        ...(submission ? { submission } : {}),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
      error.status,
      retryAfterSeconds === undefined ? [] : [["Retry-After", String(retryAfterSeconds)]],
    );
  };

export interface KnownBrowser {
  uid: string;
}

/** Recognizes browsers that signed in to a password account before, by a separate cookie (docs/decisions/0010-sign-in.md). */
export function createKnownBrowsers(sessions: SessionStorage<KnownBrowser>) {
  const sessionOf = (request: Request) => sessions.getSession(request.headers.get("Cookie"));
  return {
    /** Returns the browser's rate limit key for an account, or null when it never signed in to it. */
    async recognize(request: Request, uid: string): Promise<string | null> {
      const session = await sessionOf(request);
      if (session.get("uid") !== uid) return null;
      return createHash("sha256").update(session.id).digest("hex");
    },
    /** Remembers the browser for 180 days under a new id and deletes its old id. Returns the cookie to set. */
    async remember(request: Request, uid: string): Promise<string> {
      await sessions.destroySession(await sessionOf(request));
      const session = await sessions.getSession();
      session.set("uid", uid);
      return sessions.commitSession(session);
    },
  };
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/** Rate limits of sign-ins. A browser that signed in to the account before is counted separately. */
export interface AttemptLimits {
  perCaller: Limiter;
  /** Failed attempts at an account from browsers that never signed in to it. */
  perAccount: Limiter;
  /** Failed attempts of a browser that signed in to the account before. */
  perBrowser: Limiter;
}

/**
 * Counts an attempt at an account. Returns the known browser's key, and a function that resets the count after a success. Throws
 * an AppError `auth/too-many-requests` when the attempt is over the limit.
 */
export async function countAccountAttempt(
  request: Request,
  uid: string,
  { perAccount, perBrowser, knownBrowsers }: AttemptLimits & { knownBrowsers: KnownBrowsers },
) {
  const browser = await knownBrowsers.recognize(request, uid);
  const [attempts, key] = browser === null ? [perAccount, uid] : [perBrowser, browser];
  await countAttempt(attempts, key);
  return { browser, forget: () => attempts.forget(key) };
}
