import type { AttachmentView, ViewGroup } from "../model/questionnaire-view.ts";
import { DetailGroup, DetailItems } from "./detail-parts.tsx";

export function QuestionnaireDetail({
  groups,
  attachments,
}: {
  groups: readonly ViewGroup[];
  attachments: readonly AttachmentView[];
}) {
  return (
    <div className="grid gap-6">
      {groups.map(({ title, items }) => (
        <DetailGroup key={title} title={title}>
          <DetailItems items={items} />
        </DetailGroup>
      ))}
      <DetailGroup title="Attachments">
        <Attachments attachments={attachments} />
      </DetailGroup>
    </div>
  );
}

function Attachments({ attachments }: { attachments: readonly AttachmentView[] }) {
  if (attachments.length === 0) return <p className="text-sm text-ink-faint">No files.</p>;
  return (
    <ul className="grid gap-1 text-sm">
      {attachments.map(({ name, type, href }, index) => (
        // Two files may have the same name, and older documents have no URL.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex flex-wrap items-center gap-x-3">
          {href ? (
            <a href={href} download className="inline-flex min-h-11 items-center text-link">
              {name}
            </a>
          ) : (
            <span>{name}</span>
          )}
          <span className="text-ink-faint">{type}</span>
        </li>
      ))}
    </ul>
  );
}
