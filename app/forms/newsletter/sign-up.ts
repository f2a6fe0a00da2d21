import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../../platform/errors.ts";
import type { Invalid } from "../../platform/http/receive-form.server.ts";

/** The path that the forms post to. */
export const NEWSLETTER_ACTION = "/newsletter";

export type SubscribeResult =
  | { status: "subscribed" }
  | Invalid
  | (Failed & { submission?: SubmissionResult });

export type UnsubscribeResult = { status: "unsubscribed" } | { status: "bad-link" } | Failed;
