import { isAdminStatus, statusOf, type AdminStatus } from "../model/admin-status.ts";
import { spamReasonText } from "../model/spam.ts";

/** The step that marks a suspected submission as not spam (docs/decisions/0015). */
export const NOT_SPAM = "not-spam";

/** What an admin can do with a submission. Each step is stored with who did it. */
export type ReviewStep = AdminStatus | typeof NOT_SPAM;

export function isReviewStep(value: unknown): value is ReviewStep {
  return value === NOT_SPAM || isAdminStatus(value);
}

/**
 * `changed` includes a status that was set already. `conflict`: the submission was changed since it was read. `invalid`
 * includes kinds of submissions without a status.
 */
export type StatusResult = "changed" | "conflict" | "missing" | "failed" | "invalid";

/** Longest notes, in UTF-16 units. */
export const MAX_NOTES = 5_000;

/** A change of a status. `at` is ISO, `by` the email of the admin. */
export interface StatusChange {
  key: string;
  from: string;
  to: string;
  by: string;
  at: string;
}

export interface Review {
  status: AdminStatus;
  /** The revision that was read. A change of a newer revision is a conflict. */
  rev: string;
  /** The text that says why it is suspected; null when it is not. */
  suspected: string | null;
  /** What admins noted; `""` for nothing. */
  notes: string;
  history: StatusChange[];
}

export interface Reviewed {
  /** `status` is the payment status of contracts. */
  document: { _rev: string; adminStatus?: string; suspected?: string; status?: string; adminNotes?: string };
  history: readonly {
    _id: string;
    from: string | null;
    to: string | null;
    by: string | null;
    at: string | null;
  }[];
}

export function reviewOf({ document, history }: Reviewed): Review {
  return {
    status: statusOf(document.adminStatus),
    rev: document._rev,
    // No program pays.
    suspected: document.status === "completed" ? null : spamReasonText(document.suspected),
    notes: document.adminNotes ?? "",
    history: history.map(({ _id, from, to, by, at }) => ({
      key: _id,
      from: from ?? "",
      to: to ?? "",
      by: by ?? "",
      at: at ?? "",
    })),
  };
}
