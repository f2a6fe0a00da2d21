import { adminLabelOf, answerText, valueAt, type SubmissionField } from "./field.ts";
import { fieldsOf, questionnaireGroups as GROUPS } from "./questionnaire-steps.ts";
import { unaskedFields } from "./questions.ts";

/** What is read of a stored questionnaire besides its fields. */
interface QuestionnaireDocument {
  additionalInfo?: { attachments?: readonly { name?: string; url?: string; type?: string }[] };
}

/** What the dashboard shows for a value that was not given (docs/decisions.md, Admin). */
export const NOT_SPECIFIED = "Not specified";

/** A label and its value; empty when nothing was given. */
export interface ViewItem {
  label: string;
  value: string;
}

export interface ViewGroup {
  title: string;
  items: ViewItem[];
}

export interface AttachmentView {
  name: string;
  type: string;
  /** Path of the file; null when the document has no URL of this site. */
  href: string | null;
}

/** Labels and answers. A field that no question asks for is left out where an older document does not have it. */
function items(document: object, fields: readonly SubmissionField[]): ViewItem[] {
  return fields.flatMap((field: SubmissionField & { whenYes?: string }) => {
    if (field.whenYes !== undefined && valueAt(document, field.whenYes) !== "yes") return [];
    const value = answerText(field, valueAt(document, field.name));
    if (value.trim() === "" && unaskedFields.includes(field)) return [];
    return [{ label: adminLabelOf(field), value }];
  });
}

/** The project's details: from `projectDetails`, or the same fields at top level (docs/specification.md, section 3). */
function projectDetails(document: object): ViewItem[] {
  return fieldsOf("").map((field) => {
    const nested = answerText(field, valueAt(document, `projectDetails.${field.name}`));
    return { label: adminLabelOf(field), value: nested || answerText(field, valueAt(document, field.name)) };
  });
}

/** Returns what the detail of a questionnaire shows; a group of unasked fields only where it has an answer. */
export function questionnaireGroups(document: object): ViewGroup[] {
  const [contact, ...others] = GROUPS.map(({ name, title }) => ({
    title,
    items: items(document, fieldsOf(name)),
  }));
  return [
    contact as ViewGroup,
    { title: "Project details", items: projectDetails(document) },
    ...others.filter((group) => group.items.length > 0),
  ];
}

/** Returns the files of a questionnaire. Only URLs of this site become links, because visitors send the document. */
export function attachmentsOf(document: QuestionnaireDocument): AttachmentView[] {
  return (document.additionalInfo?.attachments ?? []).map(({ name = "", url = "", type = "" }) => ({
    name: name || "File",
    type,
    href: /^\/admin\/files\/[\w-]+$/.test(url) ? url : null,
  }));
}
