import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { Env } from "../platform/env.server.ts";
import type { CountUse } from "../platform/usage-counter.server.ts";
import type { EmailSite } from "./email/email.ts";
import type { SubmissionQueue } from "./queue/submission-queue.server.ts";
import type { SpamCheck } from "./spam/spam-check.server.ts";
import type { AppError } from "../platform/errors.ts";
import { failureOfStatus, isFailureCode, type Failed } from "../platform/failure.ts";
import { storeError } from "../platform/store-error.server.ts";

/** What the services of every form are made of. */
export interface FormDeps {
  env: Env;
  log: Logger;
  /** Signs links and form tokens. */
  secret: string;
  clients: ContentClients;
  queue: SubmissionQueue;
  emailSite: EmailSite;
  spamCheck: SpamCheck;
  countUse: CountUse;
}

/** What happened to a submission, and how to say so in HTTP. */
export interface Reply<Outcome> {
  outcome: Outcome;
  status: number;
  headers: Record<string, string>;
}

const NO_STORE = { "Cache-Control": "no-store" };

export function reply<Outcome>(outcome: Outcome, status: number): Reply<Outcome> {
  return { outcome, status, headers: NO_STORE };
}

/**
 * The reply to a submission that was not stored. `report` gets the error with its cause, for the log.
 * A visitor who is throttled reads the same words as when the store is down.
 */
export function failureReply(cause: unknown, report: (error: AppError) => void): Reply<Failed> {
  const error = storeError(cause);
  report(error);
  const code = isFailureCode(error.code) ? error.code : failureOfStatus(error.status);
  const headers = code === "unavailable" ? { ...NO_STORE, "Retry-After": "30" } : NO_STORE;
  return { outcome: { status: "failed", code }, status: error.status, headers };
}

/** The reply as JSON, for forms that are sent by script. */
export function jsonReply({ outcome, status, headers }: Reply<unknown>): Response {
  return Response.json(outcome, { status, headers });
}

/** Throws the Response that shows the error page for a form that cannot be read, with the error's status. */
export function throwReply(cause: unknown): never {
  const { status } = storeError(cause);
  throw new Response("The form cannot be read.", { status, headers: NO_STORE });
}

/** For addresses that only take submissions. */
export function methodNotAllowed(allow: string): Response {
  return new Response("This address only takes forms.", {
    status: 405,
    headers: { Allow: allow, ...NO_STORE },
  });
}

/**
 * Logs submissions of one form that were not stored: with everything known when the store or this site failed, in one
 * short line when the request itself was no good.
 */
export function reportTo(log: Logger, form: string): (error: AppError) => void {
  return (error) => {
    if (isFailureCode(error.code)) log.error({ form, code: error.code, err: error }, "submission not stored");
    else log.info({ form, code: error.code, status: error.status }, "submission refused");
  };
}
