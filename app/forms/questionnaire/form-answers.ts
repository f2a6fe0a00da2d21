import { answerProblem, stateNameOf } from "../../model/field.ts";
import type { Question, Step } from "../../model/question.ts";
import { questions, steps } from "../../model/questionnaire-steps.ts";
import { oneLine } from "../../model/typed-text.ts";

/** Answers by group and field, in the shape of conform's default values. */
export type AnswerTree = Record<string, Record<string, string | string[]>>;

/** Returns the form's initial values: the stored draft, else the defaults. */
export function answersFrom(draft: FormData | null): AnswerTree {
  const tree: AnswerTree = {};
  for (const { name, kind, defaultValue } of questions) {
    const [group = "", field = ""] = name.split(".");
    const kept = draft?.getAll(name).filter((value) => typeof value === "string");
    const first = draft ? (kept?.[0] ?? "") : (defaultValue ?? "");
    tree[group] = { ...tree[group], [field]: kind === "checkboxes" ? (kept ?? []) : first };
  }
  return tree;
}

function valueOf(question: Question, form: FormData): string {
  const given = form.getAll(question.name).filter((value) => typeof value === "string");
  const words = given.map((value) => question.choices?.find((one) => one.value === value)?.label ?? value);
  // The empty option of a select is no answer.
  return given.some((value) => oneLine(value) !== "") ? words.join(", ").trim() : "";
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function isAsked({ whenYes }: Question, form: FormData): boolean {
  return whenYes === undefined || form.get(whenYes) === "yes";
}

/**
 * Returns the answers by step, numbered from 1: all that are given, and the required ones that are missing. `value` has the labels
 * of the choices where there are some, and is empty where it is missing; `problem` is what is wrong with it, or null.
 */
export function givenAnswers(form: FormData, worded: readonly Step[] = steps) {
  return worded.map(({ title, questions }, index) => ({
    title,
    number: index + 1,
    answers: questions
      .filter((question) => isAsked(question, form))
      .map((question) => ({ question, value: valueOf(question, form) }))
      .filter(({ question, value }) => value !== "" || question.required !== undefined)
      .map(({ question, value }) => ({
        name: question.name,
        label: question.label,
        value,
        problem:
          value === "" ? null : answerProblem(question, value, textIn(form, stateNameOf(question.name))),
      })),
  }));
}
