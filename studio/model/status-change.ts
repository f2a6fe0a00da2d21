import { statusOf, type Status } from "./inbox-groups.ts";

interface Submission {
  _id: string;
  adminStatus?: unknown;
}

interface Change {
  _id: string;
  _type: "statusChange";
  subject: string;
  from: Status;
  to: Status;
  by: string;
  at: string;
}

/**
 * Who changed a status, as the admin pages note it too: a document of its own, because a submission holds the specified fields
 * only. Its id has a dot, so that visitors cannot read it. Nothing when the status is that already.
 */
export function statusChange(
  submission: Submission,
  to: Status,
  { by, at, uuid }: { by: string; at: Date; uuid: string },
): Change | null {
  const from = statusOf(submission.adminStatus);
  if (from === to) return null;
  const change = { subject: submission._id, from, to, by, at: at.toISOString() };
  return { _id: `statusChange.${uuid}`, _type: "statusChange", ...change };
}
