import { z } from "zod";
import { amountNeeded, parseAmount } from "../model/contracts/money.ts";
import { formatPhone } from "../model/phone.ts";
import { answerProblem, maxLengthOf, type SubmissionField } from "../model/field.ts";
import { manyLines, oneLine } from "../model/typed-text.ts";
import { formatNumber } from "../model/format.ts";

const CHOICE_UNKNOWN = "Please choose one of the listed options";

/** Returns the schema of a text field: trimmed, within its length, `""` when optional and absent. */
function textSchema(field: SubmissionField) {
  const maxLength = maxLengthOf(field);
  const tooLong = {
    error: `Please use at most ${formatNumber(maxLength, 0)} characters`,
    abort: true,
  };
  const text = z
    .string({ error: field.required ?? "Please enter a text" })
    .overwrite(field.kind === "text" ? manyLines : oneLine);
  return field.required === undefined
    ? text.max(maxLength, tooLong)
    : text.min(1, { error: field.required, abort: true }).max(maxLength, tooLong);
}

/** Returns the schema of one field of a submission, as conform reads it from a posted form. */
export function fieldSchema(field: SubmissionField): z.ZodType<string | string[]> {
  const values = field.choices?.map(({ value }) => value) ?? [];
  switch (field.kind) {
    case "checkboxes":
      return z
        .array(z.string(), { error: CHOICE_UNKNOWN })
        .refine((chosen) => chosen.every((value) => values.includes(value)), CHOICE_UNKNOWN)
        .overwrite((chosen) => values.filter((value) => chosen.includes(value)))
        .default([]);
    case "radio":
    case "select":
      return z.enum(values, { error: CHOICE_UNKNOWN }).default(field.defaultValue ?? "");
    case "email":
    case "phone":
    case "zip": {
      const given = textSchema(field)
        .refine((text) => text === "" || answerProblem(field, text) === null, {
          error: ({ input }) => answerProblem(field, String(input)) ?? "",
        })
        .overwrite((text) => (field.kind === "phone" ? formatPhone(text) : text));
      return field.required === undefined ? given.default("") : given;
    }
    default: {
      const text = textSchema(field);
      return field.required === undefined ? text.default("") : text;
    }
  }
}

/** Returns the schema of a typed amount of money, in cents; `missing` is the message for an empty field. */
export const amountSchema = (missing: string, what: "amount" | "price" = "amount") =>
  z.string({ error: missing }).transform((text, context) => {
    const cents = parseAmount(text);
    if (cents) return cents;
    context.addIssue({ code: "custom", message: amountNeeded(what) });
    return z.NEVER;
  });
