import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { Clock } from "../platform/clock.ts";
import { storeError } from "../platform/content-store.server.ts";
import type { Env } from "../platform/env.server.ts";
import {
  type AppError,
  failureOfStatus,
  isFailureCode,
  isAppError,
  type Failed,
} from "../platform/errors.ts";
import { reply, type Reply } from "../platform/http/receive-form.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import type { CountUse } from "../platform/usage-counter.server.ts";
import type { EmailSite, SubmissionEmails, SubmissionQueue } from "./queue/submission-queue.server.ts";
import type { SubmissionStore } from "./save-submission.server.ts";
import type { SpamCheck } from "./spam/spam-check.server.ts";

/** What every form's services are created from. */
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
  clock: Clock;
}

/** What a form is received with that is saved as a submission. */
export interface ReceiverDeps<Stored extends object> extends SubmissionStore {
  secret: string;
  /** Throws an AppError `too-many-requests` when this visitor has sent too much. */
  throttle?: (callerKey: string) => Promise<void>;
  spamCheck?: SpamCheck;
  emails?: SubmissionEmails<Stored>;
}

/** `requests`: how often a caller may post the form in ten minutes; more than any visitor needs, too few to fill the store. */
export function receiverDeps<Stored extends object>(
  { env, log, secret, clients, queue, spamCheck }: FormDeps,
  { name, requests }: { name: string; requests: number },
  emails: SubmissionEmails<Stored>,
): ReceiverDeps<Stored> {
  const throttle = createThrottle({ name, requests, seconds: 600 }, env.redis);
  return {
    client: clients.writeClient,
    queue,
    secret,
    throttle,
    spamCheck,
    emails,
    report: reportTo(log, name),
  };
}

/** Returns the rules that every public form has in common: its limit, its spam fields, and the reply when nothing was stored. */
export const publicForm = (
  { throttle, spamCheck, report }: Pick<ReceiverDeps<object>, "throttle" | "spamCheck" | "report">,
  callerKey: string,
) => ({
  limit: () => throttle?.(callerKey),
  spam: (form: FormData) => spamCheck?.(form, callerKey),
  failed: failedBy(report),
});

/**
 * Returns the reply to submissions that were not stored, which keeps what was typed. `report` gets the error with its cause, for
 * the log. A throttled visitor gets the same text as when the store is unavailable.
 */
export const failedBy =
  (report: (error: AppError) => void) =>
  (cause: unknown, submission?: SubmissionResult): Reply<Failed & { submission?: SubmissionResult }> => {
    const error = storeError(cause);
    report(error);
    const code = isFailureCode(error.code) ? error.code : failureOfStatus(error.status);
    const headers: [string, string][] = code === "unavailable" ? [["Retry-After", "30"]] : [];
    return reply({ status: "failed", code, ...(submission ? { submission } : {}) }, error.status, headers);
  };

/** Returns the result as JSON, for forms that are sent by script. */
export function jsonReply({ result, ...init }: Reply<unknown>): Response {
  return Response.json(result, init);
}

/** Returns what a route's action gives back for a reply. */
export function dataReply<Result>({ result, ...init }: Reply<Result>) {
  return data(result, init);
}

/** Returns a 405 Response, for paths that only accept submissions. */
export function methodNotAllowed(allow: string): Response {
  return new Response("This address only takes forms.", {
    status: 405,
    headers: { Allow: allow, "Cache-Control": "no-store" },
  });
}

/**
 * Returns a function that logs what failed of one form: with the whole error when the store, another service or this site failed,
 * in one short line when the request was invalid.
 */
export function reportTo(log: Logger, form: string): (error: unknown) => void {
  return (error) => {
    if (!isAppError(error)) log.error({ form, err: error }, "submission not finished");
    else if (isFailureCode(error.code))
      log.error({ form, code: error.code, err: error }, "submission not stored");
    else log.info({ form, code: error.code, status: error.status }, "submission refused");
  };
}
