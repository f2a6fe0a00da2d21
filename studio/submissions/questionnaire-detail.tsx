import { Stack } from "@sanity/ui";
import type { SanityDocument } from "sanity";
import { questionnaireGroups } from "../../app/model/questionnaire-view.ts";
import { valueAt } from "../../app/model/field.ts";
import { DetailGroup, DetailItems } from "./detail-parts.tsx";
import { Attachments, type KeyedFile } from "./file-input.tsx";

/** The answers of a questionnaire and its files. */
export function QuestionnaireDetail({ document }: { document: SanityDocument }) {
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
