import { isHttpError } from "@sanity/client";
import { useToast } from "@sanity/ui/toast";
import { useClient, useCurrentUser } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { STATUS_LABELS, statusChange, statusOf, type AdminStatus } from "../../app/model/admin-status.ts";

interface Submission {
  _id: string;
  _rev: string;
  adminStatus?: unknown;
}

function explain(error: unknown): string | undefined {
  if (isHttpError(error) && error.statusCode === 409)
    return "Somebody else changed this submission in the meantime. Check it and try again.";
  return error instanceof Error ? error.message : undefined;
}

/** Returns a function that changes a status, unless the submission was changed since it was shown, and records who did it, in one transaction. */
export function useChangeStatus(): (submission: Submission, to: AdminStatus) => Promise<void> {
  const client = useClient({ apiVersion: API_VERSION });
  const user = useCurrentUser();
  const toast = useToast();
  return async (submission, to) => {
    const from = statusOf(submission.adminStatus);
    if (from === to) return;
    try {
      await client
        .transaction()
        .patch(submission._id, (patch) => patch.ifRevisionId(submission._rev).set({ adminStatus: to }))
        .create(statusChange({ subject: submission._id, from, to, by: user?.email ?? "" }))
        .commit({ tag: "change-status" });
    } catch (error) {
      const title = `Not changed to “${STATUS_LABELS[to]}”`;
      toast.push({ status: "error", title, description: explain(error) });
    }
  };
}
