import { Card, Text } from "@sanity/ui";
import type { StringInputProps } from "sanity";
import { spamReasonText } from "../../app/model/spam.ts";

/** Says in the dashboard's words why a submission is suspected, in place of the stored reason. */
export const SuspectedInput = ({ value }: StringInputProps) => (
  <Card padding={3} radius={2} tone="caution">
    <Text size={1}>{spamReasonText(value)}</Text>
  </Card>
);
