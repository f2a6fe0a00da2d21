import { Card, Text } from "@sanity/ui";
import { PatchEvent, useFormValue, type SanityDocument, type StringInputProps } from "sanity";
import { spamReasonText } from "../../app/model/spam.ts";
import { statusOf } from "../../app/model/admin-status.ts";
import { useChangeStatus } from "./use-change-status.ts";

type Patches = Parameters<StringInputProps["onChange"]>[0];

/** Returns the value that a form's patches set; undefined when they unset it. */
function wanted(patches: Patches): unknown {
  const parts = patches instanceof PatchEvent ? patches.patches : [patches].flat(2);
  return parts.findLast((part) => part.type === "set")?.value;
}

/**
 * Sanity's input for a status, which records who changed it, as the actions do. A submission without a status is shown as
 * new.
 */
export function StatusInput(props: StringInputProps) {
  const changeStatus = useChangeStatus();
  const submission = useFormValue([]) as SanityDocument;
  const onChange: StringInputProps["onChange"] = (patch) => {
    void changeStatus(submission, statusOf(wanted(patch)));
  };
  return props.renderDefault({ ...props, value: statusOf(props.value), onChange });
}

/** Says in the dashboard's words why a submission is suspected, in place of the stored reason. */
export const SuspectedInput = ({ value }: StringInputProps) => (
  <Card padding={3} radius={2} tone="caution">
    <Text size={1}>{spamReasonText(value)}</Text>
  </Card>
);
