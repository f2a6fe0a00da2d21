import { expect, test } from "vitest";
import { steps } from "../questionnaire-steps.ts";
import { QUESTION_TEXTS, stepsWith } from "./questions.ts";
import { textsOf } from "./texts.ts";

test("the words of an untouched questionnaire are the specified ones", () => {
  expect(stepsWith(textsOf(QUESTION_TEXTS, undefined))).toEqual(steps);
});

test("an owner changes labels, hints and choices, and nothing that is stored", () => {
  const changed = Object.fromEntries(Object.keys(QUESTION_TEXTS.texts).map((id) => [id, `My ${id}`]));
  const questions = stepsWith(changed).flatMap((step) => step.questions);
  const choices = questions.flatMap((question) => question.choices ?? []);
  for (const words of [...questions, ...choices].map(({ label }) => label)) expect(words).toMatch(/^My /);
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
  const storedOf = (all: typeof questions) =>
    all.map(({ name, kind, required, choices: some = [] }) => [
      name,
      kind,
      required,
      some.map(({ value }) => value),
    ]);
  expect(storedOf(questions)).toEqual(storedOf(steps.flatMap((step) => step.questions)));
});
