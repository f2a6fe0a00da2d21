import type { Failed } from "../submissions/failure.ts";

/** What the newsletter endpoint answers. */
export type NewsletterOutcome = { status: "subscribed" } | { status: "invalid" } | Failed;

/** What a visit to the unsubscribe link answers. */
export type UnsubscribeOutcome = { status: "unsubscribed" } | { status: "bad-link" } | Failed;
