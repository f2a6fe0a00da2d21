import type { SubmissionResult } from "@conform-to/react";
import type { Role } from "../model/roles.ts";
import type { FailureCode } from "../platform/errors.ts";

/** Somebody who may sign in, for the admins. Times are ISO dates and times. */
export interface Person {
  /** The document of the account. Null for an admin without a password. */
  id: string | null;
  email: string;
  /** Null for an account without one: it can sign in, and see nothing. */
  role: Role | null;
  /** Set until it is accepted. */
  invitation: {
    expiresAt: string;
    isExpired: boolean;
    /** To hand over, while the site sends no email. */
    link: string | null;
  } | null;
  hasSecondFactor: boolean;
  /** Null when it is not known: never, or more than 400 days ago. */
  lastSignInAt: string | null;
  /** Browsers that are signed in. */
  sessions: number;
}

/** `renewed`: there was an invitation, whose link stops working. */
export type InviteOutcome = "invited" | "renewed" | "is-admin" | "has-role" | "conflict";

/** The result of a form of /admin/people that changed nothing. */
export type PeopleResult =
  | { status: "invalid"; submission: SubmissionResult }
  | { status: "failed"; code: FailureCode | "too-many-requests"; submission?: SubmissionResult };

export const PEOPLE_DONE = {
  invited: "The invitation has been sent. It can be accepted for seven days.",
  renewed:
    "The invitation has been sent again. The new link can be accepted for seven days; the earlier one no longer works.",
  changed: "The role has been changed and all sessions of this person have ended.",
  revoked: "Access has been revoked and all sessions have ended.",
} as const;

/** What is said of an invitation while the site sends no email. */
export const NOT_SENT =
  "The invitation was made, but not sent: email is off. It lies in the outbox. Copy its link from the list below; it can be accepted for seven days.";

export type PeopleDone = keyof typeof PEOPLE_DONE;

export const PEOPLE_TEXTS = {
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  "is-admin": "This address is an administrator's. Administrators can do everything.",
  "has-role": "This person has a role already. Change it in the list.",
  conflict: "This account was changed by someone else. Please try again.",
} as const;
