import type { SubmissionResult } from "@conform-to/react";
import { AppError } from "../platform/errors.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { storeError } from "../platform/store-error.server.ts";
import { isAuthCode, type AuthCode } from "./codes.ts";

/** A reply with its headers; more than one of them may be Set-Cookie. */
export interface AuthReply<Outcome> {
  outcome: Outcome;
  status: number;
  headers: Headers;
}

export function authReply<Outcome>(
  outcome: Outcome,
  status: number,
  headers: [string, string][] = [],
): AuthReply<Outcome> {
  return { outcome, status, headers: new Headers([["Cache-Control", "no-store"], ...headers]) };
}

/** One Set-Cookie header each. */
export const cookieHeaders = (cookies: readonly string[]): [string, string][] =>
  cookies.map((cookie) => ["Set-Cookie", cookie]);

/** A limiter said to wait. */
class Throttled extends AppError {
  readonly seconds: number;
  constructor(seconds: number) {
    super("auth/too-many-requests", "Too many attempts to sign in.", { status: 429 });
    this.seconds = seconds;
  }
}

/** Counts an attempt. Throws an AppError `auth/too-many-requests` when the limiter says to wait. */
export async function countAttempt(limiter: Limiter, key: string): Promise<void> {
  const wait = await limiter.take(key);
  if (wait > 0) throw new Throttled(wait);
}

interface Refused {
  status: "refused";
  code: AuthCode;
  submission?: SubmissionResult;
}

/** The reply to an attempt that failed, with Retry-After when it came too early. `report` gets the error, for the log. */
export function refusedReply(
  cause: unknown,
  report: (error: AppError) => void,
  submission?: SubmissionResult,
): AuthReply<Refused> {
  const error = storeError(cause);
  report(error);
  const fallback = error.status >= 502 ? "auth/network-request-failed" : "auth/internal-error";
  const code = isAuthCode(error.code) ? error.code : fallback;
  return authReply(
    { status: "refused", code, ...(submission ? { submission } : {}) },
    error.status,
    error instanceof Throttled ? [["Retry-After", String(error.seconds)]] : [],
  );
}
