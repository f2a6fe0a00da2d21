import { z } from "zod";
import { fieldSchema } from "../../submissions/field-schema.server.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";
import { formatPhone, isPhone } from "./phone.ts";
import type { Question } from "./question.ts";
import { questions } from "./steps.ts";

function questionSchema(question: Question): z.ZodType {
  const schema = fieldSchema(question);
  if (question.kind !== "phone") return schema;
  return (schema as z.ZodString).refine(isPhone, QUESTIONNAIRE_TEXTS.phoneInvalid).overwrite(formatPhone);
}

function shapeOf(prefix: string): z.ZodType {
  const own = questions.filter((question) => question.name.startsWith(`${prefix}.`));
  return z
    .object(
      Object.fromEntries(
        own.map((question) => [question.name.slice(prefix.length + 1), questionSchema(question)]),
      ),
    )
    .prefault({});
}

/**
 * The rules of the visitor's answers (docs/specification.md, section 5). Fields without a question are not in it, so they
 * are dropped.
 */
export const questionnaireSchema = z.object({
  homePage: shapeOf("homePage"),
  aboutPage: shapeOf("aboutPage"),
  servicesPage: shapeOf("servicesPage"),
  contactPage: shapeOf("contactPage"),
  contactInfo: shapeOf("contactInfo"),
  additionalInfo: shapeOf("additionalInfo"),
});

export type Answers = Record<string, Record<string, string | string[]>>;
