import { defineField, defineType, type DocumentDefinition, type ObjectInputProps } from "sanity";
import { ADMIN_STATUSES, STATUS_LABELS } from "../../../app/model/admin-status.ts";
import { adminLabelOf, type SubmissionField } from "../../../app/model/field.ts";
import { SPAM_REASON_TEXTS } from "../../../app/model/spam.ts";
import { submissionLine, type SubmissionRow } from "../../model/submission-line.ts";
import { StatusInput } from "../../submissions/status-input.tsx";
import { choiceField, stringList, switchField } from "../fields.ts";

/** Submitted fields are read-only; admins change the status. */
export const readOnlyString = (name: string) => defineField({ name, type: "string", readOnly: true });
export const readOnlyText = (name: string) => defineField({ name, type: "text", rows: 3, readOnly: true });
export const readOnlyNumber = (name: string, description?: string) =>
  defineField({ name, type: "number", readOnly: true, ...(description ? { description } : {}) });
export const readOnlyFlag = (name: string) => ({ ...switchField({ name, unset: false }), readOnly: true });
export const readOnlyTime = (name: string) => defineField({ name, type: "datetime", readOnly: true });

/** Returns the Studio's fields for fields of a submission type; `below` is the path of the object that they stand in. */
export function readOnlyFields(fields: readonly SubmissionField[], below = "") {
  return fields.map((field) => {
    const name = field.name.slice(below === "" ? 0 : below.length + 1);
    const common = { name, title: adminLabelOf(field), readOnly: true } as const;
    if (field.kind === "checkboxes") return { ...stringList(name), ...common };
    if (field.kind === "text") return defineField({ ...common, type: "text", rows: 3 });
    return defineField({ ...common, type: "string" });
  });
}

export const readOnlyObject = (name: string, fields: ReturnType<typeof defineField>[], group?: string) =>
  defineField({
    name,
    type: "object",
    readOnly: true,
    fields,
    options: { collapsible: true, collapsed: false },
    ...(group ? { group } : {}),
  });

/** Why a submission is suspected, in the dashboard's words (docs/decisions/0015); hidden when it is not, or has paid. */
export const suspectedField = defineField({
  ...readOnlyString("suspected"),
  title: "Suspected to be sent by a program",
  hidden: ({ value, document }) => value === undefined || document?.["status"] === "completed",
  options: { list: Object.entries(SPAM_REASON_TEXTS).map(([value, title]) => ({ value, title })) },
});

/** What admins write; the notes in the dashboard only. */
export const adminFields = [
  {
    ...choiceField(
      "adminStatus",
      ADMIN_STATUSES.map((value) => ({ value, title: STATUS_LABELS[value] })),
      { title: "Status" },
    ),
    components: { input: StatusInput },
  },
  suspectedField,
  { ...readOnlyText("adminNotes"), title: "Notes" },
];

/** Returns a type of documents that only the site makes: they have no drafts. */
export const defineRecord = (type: Omit<DocumentDefinition, "type" | "liveEdit">) =>
  defineType({ ...type, type: "document", liveEdit: true });

/** A field that is stored as null is absent; Sanity calls it an invalid value and offers to remove it. */
const isStoredNull = (member: ObjectInputProps["members"][number]): boolean =>
  member.kind === "error" && "value" in member.error && member.error.value === null;

const withoutNulls = (props: ObjectInputProps) =>
  props.renderDefault({ ...props, members: props.members.filter((member) => !isStoredNull(member)) });

/** Returns a type of submissions. `shown`: the fields that its list shows. */
export const defineSubmission = ({
  shown,
  ...type
}: Omit<DocumentDefinition, "type" | "liveEdit" | "components" | "preview"> & {
  shown: { [name in keyof SubmissionRow]: string };
}) =>
  defineType({
    ...type,
    type: "document",
    liveEdit: true,
    components: { input: withoutNulls },
    preview: {
      select: { ...shown, suspected: "suspected" },
      prepare: (row: SubmissionRow) => submissionLine(row, "adminStatus" in shown),
    },
  });
