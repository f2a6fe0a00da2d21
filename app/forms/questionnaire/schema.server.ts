import { z } from "zod";
import { questions } from "../../model/questionnaire-steps.ts";
import { fieldSchema, withZipOfState } from "../../submissions/field-schema.server.ts";

function shapeOf(prefix: string): z.ZodType {
  const own = questions.filter((question) => question.name.startsWith(`${prefix}.`));
  return withZipOfState(
    z.object(
      Object.fromEntries(
        own.map((question) => [question.name.slice(prefix.length + 1), fieldSchema(question)]),
      ),
    ),
  ).prefault({});
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
