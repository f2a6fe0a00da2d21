import type { SubmissionField } from "./field.ts";

/** The fields of a subscription. The visitor enters the email alone. */
export const subscriberFields: readonly SubmissionField[] = [
  { name: "email", label: "Email", kind: "email", isSearched: true },
  { name: "source", label: "Source", kind: "line" },
];

/** Where a subscription was asked for (docs/decisions.md, "Newsletter pop-up and footer", "Pages made by editors"). */
const SOURCES = ["popup", "footer", "page"] as const;

export type SubscriptionSource = (typeof SOURCES)[number];

export const readSource = (posted: unknown): SubscriptionSource =>
  SOURCES.find((source) => source === posted) ?? "popup";
