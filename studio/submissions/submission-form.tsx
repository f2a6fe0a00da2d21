import { LaunchIcon } from "@sanity/icons/Launch";
import { Button, Flex, Stack } from "@sanity/ui";
import type { ObjectInputProps, SanityDocument } from "sanity";
import { dashboardPath } from "../model/kinds.ts";
import { questionnaireGroups } from "../../app/model/questionnaire-view.ts";
import { valueAt } from "../../app/model/field.ts";
import { ContractDetail } from "./contract-detail.tsx";
import { DetailGroup, DetailItems } from "./detail-parts.tsx";
import { Attachments, type KeyedFile } from "./file-input.tsx";

/** The answers of a questionnaire and its files. */
function QuestionnaireDetail({ document }: { document: SanityDocument }) {
  const files = valueAt(document, "additionalInfo.attachments");
  return (
    <Stack data-testid="submission-detail" gap={4}>
      {questionnaireGroups(document).map(({ title, items }) => (
        <DetailGroup key={title} title={title}>
          <DetailItems items={items} />
        </DetailGroup>
      ))}
      <DetailGroup title="Attachments">
        <Attachments files={Array.isArray(files) ? (files as KeyedFile[]) : []} />
      </DetailGroup>
    </Stack>
  );
}

const details: Record<string, typeof QuestionnaireDetail> = {
  clientQuestionnaire: QuestionnaireDetail,
  contract: ContractDetail,
  adminContract: ContractDetail,
};

/** A field that is stored as null is absent; Sanity calls it an invalid value and offers to remove it. */
const isStoredNull = (member: ObjectInputProps["members"][number]): boolean =>
  member.kind === "error" && "value" in member.error && member.error.value === null;

/**
 * The form of a submission: its page in the dashboard, then the fields; on the tab of the review also everything that was
 * sent, in the dashboard's words and order.
 */
export function SubmissionForm(props: ObjectInputProps) {
  const document = props.value as SanityDocument | undefined;
  const path = document && dashboardPath(document);
  const isReviewing = props.groups.some(({ name, selected }) => name === "review" && selected);
  const Detail = details[props.schemaType.name];
  return (
    <Stack gap={5}>
      {path ? (
        <Flex>
          <Button
            as="a"
            href={path}
            icon={LaunchIcon}
            mode="ghost"
            rel="noreferrer"
            target="_blank"
            text="Open in the dashboard"
          />
        </Flex>
      ) : null}
      {props.renderDefault({ ...props, members: props.members.filter((member) => !isStoredNull(member)) })}
      {document && isReviewing && Detail ? <Detail document={document} /> : null}
    </Stack>
  );
}
