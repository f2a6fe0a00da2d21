/** `adminStatus` of a submission, in the order in which it moves (decisions, "Admin"). */
export const ADMIN_STATUSES = ["new", "reviewed", "closed"] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

export const STATUS_LABELS: Record<AdminStatus, string> = {
  new: "New",
  reviewed: "Reviewed",
  closed: "Closed",
};

/** The step that takes a suspicion off a submission (docs/decisions/0015). */
export const NOT_SPAM = "not-spam";

/** What an admin can do with a submission: each is stored with who did it. */
export type ReviewStep = AdminStatus | typeof NOT_SPAM;

export function isAdminStatus(value: unknown): value is AdminStatus {
  return ADMIN_STATUSES.includes(value as AdminStatus);
}

export function isReviewStep(value: unknown): value is ReviewStep {
  return value === NOT_SPAM || isAdminStatus(value);
}
