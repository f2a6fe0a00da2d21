import { DocumentIcon } from "@sanity/icons/Document";
import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useFormValue, type ArrayOfObjectsInputProps, type StringInputProps } from "sanity";
import { IntentLink } from "sanity/router";
import { storedFileId, uploadIdsIn } from "../../app/model/stored-file.ts";

interface Attached {
  name: string;
  /** Path on the site that serves this Studio, which asks for an admin's session. */
  url: string;
  type: string;
}

/** Shows a file that only admins can open: a picture as it is, and a link to any. */
function FilePreview({ name, url, type }: Attached) {
  const label = `Open ${name}`;
  return (
    <Stack gap={3}>
      {type.startsWith("image/") && (
        <a href={url} target="_blank" rel="noreferrer" aria-label={label}>
          <img
            src={url}
            alt={name}
            loading="lazy"
            style={{ display: "block", maxWidth: "100%", maxHeight: "16rem", borderRadius: "3px" }}
          />
        </a>
      )}
      <Flex gap={3} align="center" wrap="wrap">
        <Button
          as="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          icon={DocumentIcon}
          text={label}
          mode="ghost"
        />
        <Text size={1} muted>
          {type}
        </Text>
      </Flex>
    </Stack>
  );
}

export type KeyedFile = Attached & { _key: string };

/** Shows attachments in place of their array field. */
export const AttachmentsInput = ({ value }: ArrayOfObjectsInputProps) => (
  <Attachments files={(value ?? []) as KeyedFile[]} />
);

/** The attachments of a questionnaire, each with its preview and a link to the document of the stored file. */
export function Attachments({ files }: { files: readonly KeyedFile[] }) {
  if (files.length === 0) return <Text muted>No files.</Text>;
  return (
    <Stack as="ul" gap={3} padding={0} style={{ listStyle: "none" }}>
      {files.map(({ _key, ...file }) => (
        <Card as="li" key={_key} padding={3} border radius={2}>
          <Stack gap={4}>
            <FilePreview {...file} />
            {uploadIdsIn(file.url).map((id) => (
              <Text key={id} size={1}>
                <IntentLink intent="edit" params={{ id: storedFileId(id), type: "storedFile" }}>
                  Details of {file.name}
                </IntentLink>
              </Text>
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

/** The address of a stored file, as what stands there. */
export function FileInput({ value = "" }: StringInputProps) {
  const name = useFormValue(["customMetadata", "fileName"]);
  const type = useFormValue(["contentType"]);
  if (value === "") return <Text muted>None.</Text>;
  return (
    <FilePreview
      url={value}
      name={typeof name === "string" ? name : "file"}
      type={typeof type === "string" ? type : ""}
    />
  );
}
