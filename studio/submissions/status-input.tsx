import { isHttpError } from "@sanity/client";
import { useToast } from "@sanity/ui/toast";
import {
  PatchEvent,
  useClient,
  useCurrentUser,
  useFormValue,
  type SanityDocument,
  type StringInputProps,
} from "sanity";
import { STATUS_LABELS, statusChange, statusOf } from "../../app/model/admin-status.ts";
import { API_VERSION } from "../model/api.ts";

type Patches = Parameters<StringInputProps["onChange"]>[0];

/** Returns the value that a form's patches set; undefined when they unset it. */
function wanted(patches: Patches): unknown {
  const parts = patches instanceof PatchEvent ? patches.patches : [patches].flat(2);
  return parts.findLast((part) => part.type === "set")?.value;
}

function explain(error: unknown): string | undefined {
  if (isHttpError(error) && error.statusCode === 409)
    return "Somebody else changed this submission in the meantime. Check it and try again.";
  return error instanceof Error ? error.message : undefined;
}

/**
 * Sanity's input for a status. It records who changed it in the same transaction, as the dashboard does, unless the submission
 * was changed since it was shown. A submission without a status is new.
 */
export function StatusInput(props: StringInputProps) {
  const client = useClient({ apiVersion: API_VERSION });
  const by = useCurrentUser()?.email ?? "";
  const toast = useToast();
  const { _id: subject, _rev } = useFormValue([]) as SanityDocument;
  const from = statusOf(props.value);
  const change = async (to: typeof from) => {
    if (from === to) return;
    try {
      await client
        .transaction()
        .patch(subject, (patch) => patch.ifRevisionId(_rev).set({ adminStatus: to }))
        .create(statusChange({ subject, from, to, by }))
        .commit({ tag: "change-status" });
    } catch (error) {
      const title = `Not changed to “${STATUS_LABELS[to]}”`;
      toast.push({ status: "error", title, description: explain(error) });
    }
  };
  const onChange = (patches: Patches) => void change(statusOf(wanted(patches)));
  return props.renderDefault({ ...props, value: from, onChange });
}
