import { z } from "zod";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";
import { formatPhone, isPhone } from "./phone.ts";
import type { Question } from "./question.ts";
import { defaultAnswers, questions } from "./steps.ts";
import { EMAIL_ADDRESS, LONG_TEXT, manyLines, oneLine, SHORT_TEXT } from "../../submissions/typed-text.ts";

function text(question: Question, limit: number, tidy: (value: string) => string) {
  const tooLong = { error: QUESTIONNAIRE_TEXTS.tooLong(limit), abort: true };
  const { required } = question;
  const value = z.string({ error: required ?? "Please enter a text" }).overwrite(tidy);
  return required
    ? value.min(1, { error: required, abort: true }).max(limit, tooLong)
    : value.max(limit, tooLong).default("");
}

function fieldOf(question: Question): z.ZodType {
  const values = question.choices?.map((choice) => choice.value) ?? [];
  switch (question.kind) {
    case "text":
      return text(question, LONG_TEXT, manyLines);
    case "email":
      return (text(question, SHORT_TEXT, oneLine) as z.ZodString).regex(
        EMAIL_ADDRESS,
        QUESTIONNAIRE_TEXTS.emailInvalid,
      );
    case "phone":
      return (text(question, SHORT_TEXT, oneLine) as z.ZodString)
        .refine(isPhone, QUESTIONNAIRE_TEXTS.phoneInvalid)
        .overwrite(formatPhone);
    case "checkboxes":
      return z
        .array(z.string(), { error: QUESTIONNAIRE_TEXTS.choiceUnknown })
        .refine(
          (chosen) => chosen.every((value) => values.includes(value)),
          QUESTIONNAIRE_TEXTS.choiceUnknown,
        )
        .overwrite((chosen) => values.filter((value) => chosen.includes(value)))
        .default([]);
    case "radio":
    case "select":
      return z
        .enum(values, { error: QUESTIONNAIRE_TEXTS.choiceUnknown })
        .default(defaultAnswers[question.name] ?? "");
    default:
      return text(question, SHORT_TEXT, oneLine);
  }
}

function shapeOf(prefix: string): z.ZodType {
  const own = questions.filter((question) => question.name.startsWith(`${prefix}.`));
  return z
    .object(
      Object.fromEntries(own.map((question) => [question.name.slice(prefix.length + 1), fieldOf(question)])),
    )
    .prefault({});
}

/** What the visitor's answers must be (docs/specification.md, section 5); fields without a question are not in it and are dropped. */
export const questionnaireSchema = z.object({
  homePage: shapeOf("homePage"),
  aboutPage: shapeOf("aboutPage"),
  servicesPage: shapeOf("servicesPage"),
  contactPage: shapeOf("contactPage"),
  contactInfo: shapeOf("contactInfo"),
  additionalInfo: shapeOf("additionalInfo"),
});

export type Answers = Record<string, Record<string, string | string[]>>;
