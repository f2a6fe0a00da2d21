/** The values of `adminStatus`, in order (docs/decisions.md, Admin). */
export const ADMIN_STATUSES = ["new", "reviewed", "closed"] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

export const STATUS_LABELS: Record<AdminStatus, string> = {
  new: "New",
  reviewed: "Reviewed",
  closed: "Closed",
};

export const isAdminStatus = (value: unknown): value is AdminStatus =>
  ADMIN_STATUSES.includes(value as AdminStatus);

/** Returns the status; a submission without a known one is new. */
export const statusOf = (value: unknown): AdminStatus => (isAdminStatus(value) ? value : "new");

/**
 * Returns the document that records who changed the status of a submission, now. It is separate because a submission has the
 * specified fields only. The dot in its id hides it from visitors.
 */
export const statusChange = (change: { subject: string; from: string; to: string; by: string }) => ({
  _id: `statusChange.${crypto.randomUUID()}`,
  _type: "statusChange",
  ...change,
  at: new Date().toISOString(),
});
