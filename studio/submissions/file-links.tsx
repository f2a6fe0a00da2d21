import { Stack, Text } from "@sanity/ui";
import type { ArrayOfObjectsInputProps, StringInputProps } from "sanity";
import type { Attachment } from "../../app/model/stored-file.ts";

const FileLink = ({ url, name }: Pick<Attachment, "url" | "name">) => (
  <Text size={1}>
    <a href={url} target="_blank" rel="noreferrer">
      Open {name}
    </a>
  </Text>
);

/** Links to the attachments of a questionnaire, which only admins can open. */
export function FileLinks({ value }: ArrayOfObjectsInputProps) {
  const files = (value ?? []) as (Attachment & { _key: string })[];
  if (files.length === 0) return <Text muted>No files.</Text>;
  return (
    <Stack gap={3}>
      {files.map(({ _key, url, name }) => (
        <FileLink key={_key} url={url} name={name} />
      ))}
    </Stack>
  );
}

/** A link to the file that a stored file's document is about. */
export const FileUrl = ({ value = "" }: StringInputProps) => <FileLink url={value} name="the file" />;
