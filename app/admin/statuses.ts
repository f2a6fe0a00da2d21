/** `adminStatus` of a submission, in the order in which it moves (decisions, "Admin"). */
export const ADMIN_STATUSES = ["new", "reviewed", "closed"] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

export const STATUS_LABELS: Record<AdminStatus, string> = {
  new: "New",
  reviewed: "Reviewed",
  closed: "Closed",
};

export function isAdminStatus(value: unknown): value is AdminStatus {
  return ADMIN_STATUSES.includes(value as AdminStatus);
}
