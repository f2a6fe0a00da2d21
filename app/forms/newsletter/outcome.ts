import type { Failed } from "../../platform/failure.ts";

/** What was typed, for a form that was posted without scripts. */
interface Typed {
  email?: string | undefined;
}

/** What the newsletter endpoint answers. */
export type NewsletterOutcome = { status: "subscribed" } | ({ status: "invalid" } & Typed) | (Failed & Typed);

/** What a visit to the unsubscribe link answers. */
export type UnsubscribeOutcome = { status: "unsubscribed" } | { status: "bad-link" } | Failed;
