import { PatchEvent, useFormValue, type SanityDocument, type StringInputProps } from "sanity";
import { statusOf } from "../model/inbox-groups.ts";
import { useChangeStatus } from "./use-change-status.ts";

type Patches = Parameters<StringInputProps["onChange"]>[0];

/** What a form's patches want the value to be; nothing when it is to be taken away. */
function wanted(patches: Patches): unknown {
  const parts = patches instanceof PatchEvent ? patches.patches : [patches].flat(2);
  return parts.findLast((part) => part.type === "set")?.value;
}

/**
 * Sanity's own choice of a status, changed the way the actions do: with a note of who did it. A submission that has none yet is
 * new, as in its lists.
 */
export function StatusInput(props: StringInputProps) {
  const changeStatus = useChangeStatus();
  const submission = useFormValue([]) as SanityDocument;
  const onChange: StringInputProps["onChange"] = (patch) => {
    void changeStatus(submission, statusOf(wanted(patch)));
  };
  return props.renderDefault({ ...props, value: statusOf(props.value), onChange });
}
