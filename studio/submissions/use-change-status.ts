import { isHttpError } from "@sanity/client";
import { useToast } from "@sanity/ui/toast";
import { useClient, useCurrentUser } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { STATUS_LABELS, type AdminStatus } from "../../app/model/admin-status.ts";
import { statusChange } from "../model/status-change.ts";

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
    const noted = { by: user?.email ?? "", at: new Date(), uuid: crypto.randomUUID() };
    const change = statusChange(submission, to, noted);
    if (!change) return;
    try {
      await client
        .transaction()
        .patch(submission._id, (patch) => patch.ifRevisionId(submission._rev).set({ adminStatus: to }))
        .create(change)
        .commit({ tag: "change-status" });
    } catch (error) {
      const title = `Not changed to “${STATUS_LABELS[to]}”`;
      toast.push({ status: "error", title, description: explain(error) });
    }
  };
}
