import type { SubmissionField } from "./field.ts";
import type { Question, Step } from "./question.ts";
import {
  aboutPage,
  additionalInfo,
  contactPage,
  homePage,
  servicesPage,
  unaskedFields,
} from "./questions.ts";

/** docs/specification.md, section 2, "Project Questionnaire". */
export const steps: readonly Step[] = [homePage, aboutPage, servicesPage, contactPage, additionalInfo];

export const questions: readonly Question[] = steps.flatMap((step) => step.questions);

/** Groups of the stored document, in the order in which they are shown to admins. */
export const questionnaireGroups = [
  { name: "contactInfo", title: "Contact" },
  { name: "homePage", title: "Home page" },
  { name: "aboutPage", title: "About page" },
  { name: "servicesPage", title: "Services page" },
  { name: "contactPage", title: "Contact page" },
  { name: "design", title: "Design" },
  { name: "additionalInfo", title: "Additional information" },
] as const;

export type QuestionnaireGroup = (typeof questionnaireGroups)[number]["name"];

/** Every field of a stored questionnaire but its files, asked or not. */
export const questionnaireFields: readonly SubmissionField[] = [...questions, ...unaskedFields];

/** Returns the fields of one group; of `""` the fields outside any group. */
export function fieldsOf(group: QuestionnaireGroup | ""): readonly SubmissionField[] {
  return questionnaireFields.filter(({ name }) =>
    group === "" ? !name.includes(".") : name.startsWith(`${group}.`),
  );
}

/** Name of the file field, on the last step. Not a question: its files are stored before the form is sent. */
export const ATTACHMENTS = "additionalInfo.attachments";

/** The file field is shown before this question, as docs/specification.md orders it. */
export const FILES_BEFORE = "additionalInfo.specialFeatures";

/** Posted while files are uploading (`pending`) or could not be (`failed`): the form is checked as usual, then rejected. */
export const FILES_PENDING = "filesPending";

/** Names of all fields in the order of the form. */
export const fieldNames: readonly string[] = [...questions.map(({ name }) => name), ATTACHMENTS];

/** Returns the step of a field, from 1; 0 for a field of no step. */
export function stepOf(name: string): number {
  if (name === ATTACHMENTS) return steps.length;
  return steps.findIndex((step) => step.questions.some((question) => question.name === name)) + 1;
}
