import type { SubmissionResult } from "@conform-to/react";
import { MAX_EMAIL } from "./sign-up.ts";
import type { Failed } from "../../platform/errors.ts";
import type { Invalid } from "../../platform/http/receive-form.server.ts";
import type { SubmissionField } from "../../model/field.ts";

/** The fields of a subscription. The visitor enters the email alone. */
export const subscriberFields: readonly SubmissionField[] = [
  { name: "email", label: "Email", kind: "email", isSearched: true },
  { name: "source", label: "Source", kind: "line" },
];

/** docs/specification.md, section 5, "Newsletter email": something, an at sign, a domain with a dot. Expects trimmed text. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** Where a subscription was asked for (docs/decisions.md, "Newsletter pop-up and footer", "Pages made by editors"). */
const SOURCES = ["popup", "footer", "page"] as const;

export type SubscriptionSource = (typeof SOURCES)[number];

export const readSource = (posted: unknown): SubscriptionSource =>
  SOURCES.find((source) => source === posted) ?? "popup";

export type SubscribeResult =
  | { status: "subscribed" }
  | Invalid
  | (Failed & { submission?: SubmissionResult });

export type UnsubscribeResult = { status: "unsubscribed" } | { status: "bad-link" } | Failed;
