import { defineField, defineType, type DocumentDefinition } from "sanity";
import { ADMIN_STATUSES } from "../../../app/model/admin-status.ts";
import { adminLabelOf, type SubmissionField } from "../../../app/model/field.ts";
import { choiceField, inGroup, stringList, switchField } from "../fields.ts";
import { StatusInput, SuspectedInput } from "../../submissions/status-input.tsx";
import { SubmissionForm } from "../../submissions/submission-form.tsx";

/** Submitted fields are read-only; admins change the status and write notes. */
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

/** Why a submission is suspected (docs/decisions/0015); hidden when it is not, or has paid. */
export const suspectedField = defineField({
  ...readOnlyString("suspected"),
  title: "Suspected to be sent by a program",
  hidden: ({ value, document }) => value === undefined || document?.["status"] === "completed",
  components: { input: SuspectedInput },
});

/** The tab with what admins write, above everything in words (`SubmissionForm`). */
export const reviewGroup = { name: "review", title: "Review", default: true };

export const adminFields = [
  {
    ...choiceField("adminStatus", [...ADMIN_STATUSES], { title: "Status", initialValue: "new" }),
    components: { input: StatusInput },
  },
  suspectedField,
  defineField({ name: "adminNotes", title: "Notes", type: "text", rows: 3 }),
];

export const reviewFields = inGroup(reviewGroup.name, adminFields);

/** Returns a type of documents that only the site makes: they have no drafts. */
export const defineRecord = (type: Omit<DocumentDefinition, "type" | "liveEdit">) =>
  defineType({ ...type, type: "document", liveEdit: true });

/** Returns a type of submissions. */
export const defineSubmission = (type: Omit<DocumentDefinition, "type" | "liveEdit" | "components">) =>
  defineType({ ...type, type: "document", liveEdit: true, components: { input: SubmissionForm } });
