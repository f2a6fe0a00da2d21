import type { Question, Step } from "../question.ts";
import { steps } from "../questionnaire-steps.ts";
import type { EditableText, TextGroup } from "./texts.ts";

/** Returns the id of the text that is the label of a question. */
export const labelId = (name: string) => `${name.replace(".", "_")}_label`;
const hintId = (name: string) => `${name.replace(".", "_")}_hint`;
const choiceId = (name: string, value: string) =>
  `${name.replace(".", "_")}_choice_${value.replaceAll(/\W/g, "")}`;
const titleId = (step: number) => `step${step}_title`;

function textsOfStep({ title, questions }: Step, number: number): [string, EditableText][] {
  const part = `Step ${number}: ${title}`;
  return [
    [titleId(number), { label: "Heading of the step", text: title, max: 80, part }],
    ...questions.flatMap(({ name, label, hint, choices = [] }): [string, EditableText][] => [
      [labelId(name), { label, text: label, max: 120, part }],
      [hintId(name), { label: `${label}: hint`, text: hint ?? "", max: 300, part }],
      ...choices.map((choice): [string, EditableText] => [
        choiceId(name, choice.value),
        { label: `${label}: ${choice.label}`, text: choice.label, max: 80, part },
      ]),
    ]),
  ];
}

/**
 * Labels, hints and choices of the questions, and the headings of the steps. What is asked, what is required and what is stored
 * stays code, and admins see its labels.
 */
export const QUESTION_TEXTS: TextGroup = {
  type: "questionnaireTexts",
  title: "Questionnaire",
  path: "/questionnaire",
  texts: Object.fromEntries(steps.flatMap((step, index) => textsOfStep(step, index + 1))),
};

/** Returns the steps with the labels, hints and choices of `texts`, the site's texts of `QUESTION_TEXTS`. */
export function stepsWith(texts: Readonly<Record<string, string>>): readonly Step[] {
  return steps.map(({ title, questions }, index) => ({
    title: texts[titleId(index + 1)] || title,
    questions: questions.map((question): Question => {
      const { hint: _hint, choices, ...rest } = question;
      const { name } = question;
      const hint = texts[hintId(name)];
      return {
        ...rest,
        label: texts[labelId(name)] || question.label,
        ...(hint ? { hint } : {}),
        ...(choices
          ? {
              choices: choices.map(({ value, label }) => ({
                value,
                label: texts[choiceId(name, value)] || label,
              })),
            }
          : {}),
      };
    }),
  }));
}
