import type { Question, Step } from "../question.ts";
import { steps } from "../questionnaire-steps.ts";
import type { EditableText, TextGroup } from "./texts.ts";

/** Returns the id of the text that is the label of a question. */
export const labelId = (name: string) => `${name.replace(".", "_")}_label`;
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
export const QUESTION_TEXTS: TextGroup = {
  type: "questionnaireTexts",
  title: "Questionnaire",
  path: "/questionnaire",
  texts: Object.fromEntries(steps.flatMap((step, index) => textsOfStep(step, index + 1))),
};

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
