import { statusOf, type AdminStatus } from "../../app/model/admin-status.ts";

interface Submission {
  _id: string;
  adminStatus?: unknown;
}

interface Change {
  _id: string;
  _type: "statusChange";
  subject: string;
  from: AdminStatus;
  to: AdminStatus;
  by: string;
  at: string;
}

/**
 * Returns the document that records who changed a status, as the admin pages write it too; null when the status stays the same.
 * It is separate because a submission has the specified fields only. The dot in its id hides it from visitors.
 */
export function statusChange(
  submission: Submission,
  to: AdminStatus,
  { by, at, uuid }: { by: string; at: Date; uuid: string },
): Change | null {
  const from = statusOf(submission.adminStatus);
  if (from === to) return null;
  const change = { subject: submission._id, from, to, by, at: at.toISOString() };
  return { _id: `statusChange.${uuid}`, _type: "statusChange", ...change };
}
