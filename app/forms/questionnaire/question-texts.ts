import type { EditableField } from "../../content/editable.ts";
import { defineTexts, type EditableText } from "../../model/texts.ts";
import { textField } from "../../content/editable.ts";
import type { Question, Step } from "../../model/question.ts";
import { steps } from "../../model/questionnaire-steps.ts";

const labelId = (name: string) => `${name.replace(".", "_")}_label`;
const hintId = (name: string) => `${name.replace(".", "_")}_hint`;
const titleId = (step: number) => `step${step}_title`;

function textsOfStep({ title, questions }: Step, number: number): [string, EditableText][] {
  const part = `Step ${number}: ${title}`;
  return [
    [titleId(number), { label: "Heading of the step", text: title, max: 80, part }],
    ...questions.flatMap(({ name, label, hint }): [string, EditableText][] => [
      [labelId(name), { label, text: label, max: 120, part }],
      [hintId(name), { label: `${label}: hint`, text: hint ?? "", max: 300, part }],
    ]),
  ];
}

/**
 * Labels and hints of the questions, and the headings of the steps. What is asked, what is required and what is stored stays
 * code, and admins see its labels.
 */
export const QUESTION_TEXTS = defineTexts({
  type: "questionnaireTexts",
  title: "Questionnaire",
  path: "/questionnaire",
  texts: Object.fromEntries(steps.flatMap((step, index) => textsOfStep(step, index + 1))),
});

/** Returns the steps with the labels and hints of `texts`, the site's texts of `QUESTION_TEXTS`. */
export function stepsWith(texts: Readonly<Record<string, string>>): readonly Step[] {
  return steps.map(({ title, questions }, index) => ({
    title: texts[titleId(index + 1)] || title,
    questions: questions.map((question): Question => {
      const { hint: _hint, ...rest } = question;
      const hint = texts[hintId(question.name)];
      return { ...rest, label: texts[labelId(question.name)] || question.label, ...(hint ? { hint } : {}) };
    }),
  }));
}

/** Returns the field of a question's label, for the Studio's preview. */
export const questionField = (name: string): EditableField => textField(QUESTION_TEXTS, labelId(name));
